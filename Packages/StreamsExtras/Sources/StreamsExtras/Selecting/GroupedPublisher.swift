/// The values with one key: what `groupBy` sends.
///
/// It is for one subscriber, like a ``WindowPublisher``.
public final class GroupedPublisher<Key, Output, Failure: Error>: Publisher {
  /// The key that its values have in common.
  public let key: Key
  @usableFromInline let window: WindowPublisher<Output, Failure>
  /// The number of its last value. Touched by the upstream alone.
  @usableFromInline @exclusivity(unchecked) var lastUse = 0

  @usableFromInline init(_ key: Key, _ listeners: Listeners) {
    self.key = key
    window = WindowPublisher(listeners)
  }

  /// Attaches the subscriber. Traps for a second one: `share()` the group to have several.
  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    window.receive(subscriber: subscriber)
  }
}

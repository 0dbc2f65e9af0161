/// The values of one key: an output of `groupBy`.
///
/// Like a ``WindowPublisher`` it has one subscriber, and buffers values without demand, without a limit. If it is released
/// without a subscriber, its values are dropped. If the subscriber of the groups cancels, a group that has a subscriber
/// continues.
public final class GroupedPublisher<Key, Output, Failure: Error>: OwnPublisher {
  /// The key of the values.
  @_alwaysEmitIntoClient public let key: Key
  @_alwaysEmitIntoClient let outbox = Outbox<Output, Failure>("Group")
  @_alwaysEmitIntoClient let users: UseCount

  @usableFromInline init(_ key: Key, _ users: UseCount) {
    self.key = key
    self.users = users
  }

  deinit { outbox.abandon() }

  /// Attaches the subscriber. Traps if there has been one: for several subscribers use `share()`.
  @_alwaysEmitIntoClient public func receive(subscriber: some Subscriber<Output, Failure>) {
    users.admit(subscriber, to: outbox)
  }
}

/// The connection of a subscriber with its publisher. The subscriber uses it to request values and to cancel.
///
/// Both methods may be called from any thread, also inside the subscriber's own `receive` methods.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Requests `demand` more values.
  func request(_ demand: Subscribers.Demand)

  /// The subscription itself; nil for a custom one, whose publisher may keep its subscriber after the end. Internal to
  /// this project: do not implement it.
  var _own: (any Subscription & AnyObject)? { get }
}

extension Subscription {
  @inlinable public var _own: (any Subscription & AnyObject)? { nil }
}

/// A namespace for subscriptions.
public enum Subscriptions {}

extension Subscriptions {
  /// A subscription without effect, for publishers that end immediately.
  public static var empty: any Subscription { Empty.shared }

  /// The same, for the publishers of Streams.
  @usableFromInline static var ownEmpty: any Subscription { Empty.own }

  private final class Empty: Subscription, Sendable, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
  {
    static let shared = Empty()
    static let own = Empty()

    var _own: (any Subscription & AnyObject)? { self === Empty.own ? self : nil }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
    var combineIdentifier: CombineIdentifier { CombineIdentifier(Empty.shared) }
    var description: String { "Empty" }
    var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
    var playgroundDescription: Any { description }
  }
}

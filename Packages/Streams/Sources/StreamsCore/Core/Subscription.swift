/// The connection of a subscriber with its publisher. The subscriber uses it to request values and to cancel.
///
/// Both methods may be called from any thread, also inside the subscriber's own `receive` methods.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Requests `demand` more values.
  func request(_ demand: Subscribers.Demand)

  /// The subscription itself if it is an object, otherwise a box that contains it. An object is cheaper to hold.
  /// Internal to Streams: do not implement it.
  var _object: any Subscription & AnyObject { get }
}

extension Subscription {
  public var _object: any Subscription & AnyObject { BoxedSubscription(self) }
}

extension Subscription where Self: AnyObject {
  @_alwaysEmitIntoClient public var _object: any Subscription & AnyObject { self }
}

/// A namespace for subscriptions.
public enum Subscriptions {}

extension Subscriptions {
  /// A subscription without effect, for publishers that end immediately.
  public static var empty: any Subscription { Empty.shared }

  /// The same, for the publishers of Streams.
  @usableFromInline static var ownEmpty: any Subscription { Empty.own }

  private final class Empty: _Node, Subscription, @unchecked Sendable {
    static let shared = Empty()
    static let own = Empty()

    override var isOwn: Bool { self === Empty.own }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
    var combineIdentifier: CombineIdentifier { CombineIdentifier(Empty.shared) }
    override var description: String { "Empty" }
  }
}

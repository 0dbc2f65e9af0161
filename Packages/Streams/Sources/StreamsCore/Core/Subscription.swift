/// The connection of a subscriber with its publisher. The subscriber uses it to request values and to cancel.
///
/// Both methods may be called from any thread, also inside the subscriber's own `receive` methods.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Requests `demand` more values.
  func request(_ demand: Subscribers.Demand)

  /// The subscription itself if it is an object, otherwise a box that contains it. An object is cheaper to hold.
  /// Internal to Streams: do not implement it.
  var _object: any Subscription & AnyObject { get }

  /// Whether the publisher is a custom one, and may keep its subscriber after the end. Internal to Streams: do not
  /// implement it.
  var _isForeign: Bool { get }
}

extension Subscription {
  public var _object: any Subscription & AnyObject { BoxedSubscription(self) }
  @inlinable public var _isForeign: Bool { true }
}

extension Subscription where Self: AnyObject {
  @inlinable public var _object: any Subscription & AnyObject { self }
}

/// Boxes a subscription that is not an object.
final class BoxedSubscription: Subscription, CustomStringConvertible {
  let base: any Subscription
  init(_ base: any Subscription) { self.base = base }
  func request(_ demand: Subscribers.Demand) { base.request(demand) }
  func cancel() { base.cancel() }
  var combineIdentifier: CombineIdentifier { base.combineIdentifier }
  var description: String { String(describing: base) }
}

/// A namespace for subscriptions.
public enum Subscriptions {}

extension Subscriptions {
  /// A subscription without effect, for publishers that end immediately.
  public static var empty: any Subscription { Empty.shared }

  /// The same, for the publishers of Streams.
  @usableFromInline static var ended: any Subscription { Empty.ours }

  private final class Empty: Subscription, Sendable, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
  {
    static let shared = Empty(isForeign: true)
    static let ours = Empty(isForeign: false)

    let _isForeign: Bool
    init(isForeign: Bool) { _isForeign = isForeign }

    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
    var combineIdentifier: CombineIdentifier { CombineIdentifier(Empty.shared) }
    var description: String { "Empty" }
    var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
    var playgroundDescription: Any { description }
  }
}

/// The connection of a subscriber with its publisher, through which the subscriber requests values and cancels.
///
/// Both functions may be called from any thread, also from inside the subscriber's own `receive` functions.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Requests `demand` more values.
  func request(_ demand: Subscribers.Demand)

  /// The subscription as an object, which is cheaper to hold: itself, or a box if it is not one. Has a default; not to
  /// be implemented elsewhere.
  var _object: any Subscription & AnyObject { get }

  /// What a subscriber that is not ours is given: itself, or a line to it. Has a default; not to be implemented
  /// elsewhere.
  var _detachable: any Subscription { get }

  /// Whether it is of a publisher that is not ours. Has a default; not to be implemented elsewhere.
  var _isForeign: Bool { get }

  /// Whether a publisher that is not ours may keep the subscriber after the end; nil if that is not known yet. Has a
  /// default; not to be implemented elsewhere.
  var _keepsSubscriber: Bool? { get }
}

extension Subscription {
  public var _object: any Subscription & AnyObject { BoxedSubscription(self) }
  @inlinable public var _detachable: any Subscription { self }
  @inlinable public var _isForeign: Bool { true }
  @inlinable public var _keepsSubscriber: Bool? { _isForeign }
}

extension Subscription where Self: AnyObject {
  @inlinable public var _object: any Subscription & AnyObject { self }
}

/// A subscription that is not an object, in one.
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
  /// A subscription that brings nothing: for publishers that end immediately.
  public static var empty: any Subscription { Empty.shared }

  /// The same for publishers of ours.
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

import Synchronization

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
  public static var empty: any Subscription { shared }

  // Its state is atomic.
  nonisolated(unsafe) private static let shared = EmptySubscription(isOwn: false)
}

/// A subscription without effect.
///
/// A publisher of Streams that ends at once creates one for each subscriber that needs one. If the subscriber cancels it,
/// no completion follows, so that operators in between do not call their closures.
@usableFromInline final class EmptySubscription: _Node, Subscription {
  private let wasCancelled = Atomic<Bool>(false)
  private let isFromPublisher: Bool

  @usableFromInline init(isOwn: Bool = true) { isFromPublisher = isOwn }

  @usableFromInline var isCancelled: Bool { wasCancelled.load(ordering: .relaxed) }
  @usableFromInline func request(_ demand: Subscribers.Demand) {}
  @usableFromInline func cancel() { wasCancelled.store(true, ordering: .relaxed) }

  override var isOwn: Bool { isFromPublisher }
  override var description: String { "Empty" }
}

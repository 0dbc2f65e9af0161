/// A subscription that forwards to another one until that has ended, and then releases it.
///
/// An operator that is the subscription of its downstream holds the downstream, and the user's closures, until it is
/// deinitialised. A subscriber of Streams releases its subscription at the end. A custom one may keep it, and would
/// keep itself alive. It therefore receives a detachable subscription instead of the operator. This costs nothing for
/// values.
@usableFromInline
final class DetachableSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  private let lock = Lock()
  // Guarded by `lock`.
  @exclusivity(unchecked) private var end: (any Detachable)?
  /// The description and the labels of the mirror, after it is cut.
  @exclusivity(unchecked) private var name = ""
  @exclusivity(unchecked) private var labels: [StaticString] = []
  @exclusivity(unchecked) private var afterlife: (any Afterlife)?

  @usableFromInline init() {}

  @usableFromInline func lead(to end: any Detachable) { lock.withLock { self.end = end } }

  /// Releases the target, but keeps its name and labels. These are constants, so they may be read under the lock.
  @discardableResult @usableFromInline func cut() -> (any Detachable)? {
    lock.withLock {
      guard let end else { return nil }
      self.end = nil
      name = end.description
      labels = end.labels
      afterlife = end.afterlife
      return end
    }
  }

  @usableFromInline var _isForeign: Bool { false }

  private var current: (any Detachable)? { lock.withLock { end } }
  @usableFromInline var isCut: Bool { lock.withLock { end == nil } }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    if let current { return current.request(demand) }
    lock.withLock { afterlife }?.requested(demand)
  }

  @usableFromInline func cancel() {
    if let end = cut() { return end.cancel() }
    lock.withLock { afterlife }?.cancelled()
  }

  @usableFromInline var description: String { current?.description ?? lock.withLock { name } }
  @usableFromInline var customMirror: Mirror { current?.customMirror ?? cutMirror }
  @usableFromInline var playgroundDescription: Any { description }

  /// A mirror with the same labels, without the values.
  private var cutMirror: Mirror {
    let end = SubscriptionStatus.terminal
    let known: [String: Any] = ["status": end, "state": end, "finished": true]
    let labels = lock.withLock { self.labels }.map(\.description)
    return Mirror(self, children: labels.map { ($0, known[$0] ?? Any?.none as Any) })
  }
}

/// The target of a ``DetachableSubscription``.
@usableFromInline protocol Detachable: AnyObject, CustomStringConvertible, CustomReflectable {
  /// The labels of the mirror's children.
  var labels: [StaticString] { get }
  /// Receives later requests and cancellations.
  var afterlife: (any Afterlife)? { get }
  func request(_ demand: Subscribers.Demand)
  func cancel()
}

extension Detachable {
  @usableFromInline var labels: [StaticString] { [] }
  @usableFromInline var afterlife: (any Afterlife)? { nil }

  /// A mirror that shows `values` under the labels.
  @usableFromInline func mirror(_ values: [Any]) -> Mirror {
    Mirror(self, children: labelled(labels, values), ancestorRepresentation: .suppressed)
  }
}

/// An operator that is the subscription of its downstream, and holds the downstream until it is deinitialised.
@usableFromInline protocol DownstreamHolder: Detachable, Subscription {
  /// The subscription that a custom subscriber received instead of this one.
  var detachable: DetachableSubscription? { get set }
}

extension DownstreamHolder {
  @usableFromInline var _detachable: any Subscription { ownDetachable() }

  @usableFromInline func ownDetachable() -> DetachableSubscription {
    if let detachable { return detachable }
    let detachable = DetachableSubscription()
    detachable.lead(to: self)
    self.detachable = detachable
    return detachable
  }
}

extension Optional<DetachableSubscription> {
  /// Calls `send`, which sends the completion, and detaches the downstream. Sends nothing if the downstream has
  /// cancelled meanwhile, because cancelling or releasing the upstream may have run user code. Subscribers of Streams
  /// detect that themselves.
  @inlinable @inline(__always) func sendEnd(_ send: () -> Void) {
    guard let self else { return send() }
    if self.isCut { return }
    send()
    self.cut()
  }
}

extension Subscriber {
  /// Receives `subscription`. A custom subscriber receives it as a detachable one, if it should not keep it.
  @inlinable @inline(__always) func take(_ subscription: any Subscription) {
    receive(subscription: Self._isForeign ? subscription._detachable : subscription)
  }
}

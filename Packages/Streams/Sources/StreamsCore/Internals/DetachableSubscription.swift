/// A subscription that leads to something for as long as that is not over, and then forgets it.
///
/// An operator that is the subscription of its downstream keeps that downstream, and the user's closures, until it
/// dies. A subscriber of ours drops its subscription at the end. Any other may keep it, and would keep itself alive: so
/// it is given a line in the operator's place. Nothing is paid for that where values pass.
@usableFromInline
final class DetachableSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  private let lock = Lock()
  // Guarded by `lock`.
  @exclusivity(unchecked) private var end: (any Detachable)?
  /// What it was called, and what its mirror showed, once it is cut.
  @exclusivity(unchecked) private var name = ""
  @exclusivity(unchecked) private var labels: [StaticString] = []
  @exclusivity(unchecked) private var afterlife: (any Afterlife)?

  @usableFromInline init() {}

  @usableFromInline func lead(to end: any Detachable) { lock.withLock { self.end = end } }

  /// Forgets what it leads to, but for its name and labels: constants, so that they may be asked for under the lock.
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

  /// The labels as before, and nothing of what they named.
  private var cutMirror: Mirror {
    let end = SubscriptionStatus.terminal
    let known: [String: Any] = ["status": end, "state": end, "finished": true]
    let labels = lock.withLock { self.labels }.map(\.description)
    return Mirror(self, children: labels.map { ($0, known[$0] ?? Any?.none as Any) })
  }
}

/// What a ``DetachableSubscription`` leads to.
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

/// An operator that is the subscription of its downstream, and keeps that until it dies.
@usableFromInline protocol DownstreamHolder: Detachable, Subscription {
  /// What a subscriber that is not ours got in its place.
  var line: DetachableSubscription? { get set }
}

extension DownstreamHolder {
  @usableFromInline var _detachable: any Subscription { ownDetachable() }

  @usableFromInline func ownDetachable() -> DetachableSubscription {
    if let line { return line }
    let line = DetachableSubscription()
    line.lead(to: self)
    self.line = line
    return line
  }

  /// Sends the end, after which the downstream has nothing to do with this any more. Not if it has cancelled meanwhile:
  /// to cancel the upstream, or to release it, may have called a subscription or a closure of the user. (Subscribers
  /// of ours know themselves.)
  @inlinable @inline(__always)
  func send<D: Subscriber>(_ completion: Subscribers.Completion<D.Failure>, to downstream: D) {
    if line?.isCut == true { return }
    downstream.receive(completion: completion)
    line?.cut()
  }
}

extension Subscriber {
  /// Hands a subscription on; over the border, to a subscriber that is not ours, as a line if it should not be kept.
  @inlinable @inline(__always) func take(_ subscription: any Subscription) {
    receive(subscription: Self._isForeign ? subscription._detachable : subscription)
  }
}

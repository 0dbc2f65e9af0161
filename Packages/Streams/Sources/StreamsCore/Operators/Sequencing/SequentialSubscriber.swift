/// The subscriber of one of the upstreams of a ``SequentialSubscription``.
@usableFromInline
final class SequentialSubscriber<Output, UpstreamFailure: Error, Failure: Error>: _ErasedSubscriber<
  Output, UpstreamFailure
>
{
  @frozen @usableFromInline enum Phase { case waiting, serving, over }
  @usableFromInline typealias Owner = SequentialSubscription<Output, Failure>
  @usableFromInline typealias AtEnd = (SequentialSubscriber, Owner, Subscribers.Completion<UpstreamFailure>) -> Void

  let owner: Owner
  /// The owner, for values, which need not retain it.
  @_alwaysEmitIntoClient let reference: Unmanaged<Owner>
  let atEnd: AtEnd
  /// Whether the end only starts the next upstream of `owner`, as in `append`. A nested `append` may then use this
  /// subscriber for its own first publisher.
  let isPlain: Bool

  // These belong to the delivery.

  @_alwaysEmitIntoClient @exclusivity(unchecked) var phase = Phase.waiting
  /// Whether a value has arrived.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasSent = false

  /// - Parameter atEnd: called once, when the upstream ends before the downstream has ended.
  @usableFromInline init(_ owner: consuming Owner, isPlain: Bool = false, atEnd: consuming @escaping AtEnd) {
    reference = .passUnretained(owner)
    self.owner = consume owner
    self.isPlain = isPlain
    self.atEnd = consume atEnd
    // Not specialised, because it only passes the value on, in memory.
    super.init { _unsafeUncheckedDowncast($0, to: Self.self).deliver($1) }
  }

  override func hold(_ gate: Gate) { owner.keep(gate) }

  override func receive(subscription: any Subscription) {
    guard phase == .waiting else { return subscription.cancel() }
    phase = .serving
    owner.sendSubscription()
    // The upstream may have ended while the downstream received its subscription. Another one may then be running.
    if phase == .serving { owner.keep(subscription) }
  }

  @_alwaysEmitIntoClient @inline(__always) func deliver(_ value: Output) -> Subscribers.Demand {
    guard phase == .serving else { return .none }
    hasSent = true
    return reference._withUnsafeGuaranteedRef { owner in
      let now = owner.demand.now
      if now.isUnlimited { return owner.downstream.receive(value) }
      if now == 0 || now.isOver || owner.demand.subtract(1) == nil { return .none }
      let more = owner.downstream.receive(value)
      if more == .none { return .none }
      if phase != .over {
        _ = owner.demand.add(more)
        return more
      }
      // The upstream has ended meanwhile, so the demand is for the next one.
      owner.addDemand(more)
      return .none
    }
  }

  override func receive(completion: Subscribers.Completion<UpstreamFailure>) {
    if phase == .over || phase == .waiting && isPlain { return }
    let former = owner.takeUpstream()
    // It is the gate of a custom publisher.
    if phase == .waiting { former?.cancel() }
    phase = .over
    if !owner.demand.isOver { atEnd(self, owner, completion) }
  }

  override var description: String { owner.description }
  override var customMirror: Mirror { owner.mirror(of: self) }
}

extension SequentialSubscriber where UpstreamFailure == Failure {
  /// Creates a subscriber that starts the next upstream when this one finishes.
  convenience init(plain owner: consuming Owner) {
    self.init(consume owner, isPlain: true) {
      if case .failure = $2 { $1.end($2) } else { $1.goOn() }
    }
  }

  /// Creates the last subscriber, whose completion is sent downstream.
  @usableFromInline convenience init(last owner: consuming Owner) { self.init(consume owner) { $1.end($2) } }

  /// Whether this subscriber may still be attached to another publisher instead.
  var isFree: Bool { isPlain && phase == .waiting }
}

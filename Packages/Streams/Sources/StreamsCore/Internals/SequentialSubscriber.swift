/// The subscriber of one of the upstreams of a ``SequentialSubscription``.
///
/// If a custom publisher may keep it, its calls pass a gate, and it releases the owner at the end.
@usableFromInline
final class SequentialSubscriber<Output, UpstreamFailure: Error, Failure: Error>: _ErasedSubscriber<
  Output, UpstreamFailure
>, KeptSubscriber
{
  @usableFromInline typealias Owner = SequentialSubscription<Output, Failure>
  @usableFromInline typealias AtEnd = (SequentialSubscriber, Owner, Subscribers.Completion<UpstreamFailure>) -> Void

  @usableFromInline let reference: Unmanaged<Owner>
  /// Holds the owner, so that values need not retain it. Guarded by `gate` in the phase `servingGuarded`, otherwise
  /// constant.
  @usableFromInline @exclusivity(unchecked) var holder: Owner?
  @usableFromInline let atEnd: AtEnd
  /// Whether the end starts the next upstream of `owner`. This subscriber may then be attached to another publisher
  /// instead.
  @usableFromInline let isPlain: Bool
  @usableFromInline let gate = CallGate()

  // These belong to the delivery.

  @usableFromInline @exclusivity(unchecked) var phase = SequentialPhase.waiting
  /// Whether it is known which of both kinds the upstream is.
  @usableFromInline @exclusivity(unchecked) var isDecided = false
  /// Whether a value has arrived.
  @usableFromInline @exclusivity(unchecked) var hasSent = false

  /// - Parameter atEnd: called once, when the upstream ends before the downstream has ended.
  @usableFromInline init(_ owner: consuming Owner, isPlain: Bool = false, atEnd: consuming @escaping AtEnd) {
    reference = .passUnretained(owner)
    holder = consume owner
    self.isPlain = isPlain
    self.atEnd = consume atEnd
    // Not specialised, because it only passes the value on, in memory.
    super.init { _unsafeUncheckedDowncast($0, to: Self.self).deliver($1) }
  }

  /// May be used only during a call, or while the holder is constant.
  @inlinable @inline(__always) var owner: Owner { reference._withUnsafeGuaranteedRef { $0 } }

  override func receive(subscription: any Subscription) {
    guard phase == .waiting else { return subscription.cancel() }
    let keepsMe = subscription._keepsSubscriber
    isDecided = keepsMe != nil
    if keepsMe == false {
      phase = .serving
      _ = reference._withUnsafeGuaranteedRef { $0.arrived(subscription, nil) }
    } else {
      phase = .servingGuarded
      // Retained, because a cancellation meanwhile releases the holder.
      let owner = owner
      if !owner.arrived(subscription, self) { leave() }
    }
  }

  @inlinable @inline(__always) func deliver(_ value: Output) -> Subscribers.Demand {
    phase == .serving ? pass(value) : deliverGuarded(value)
  }

  @inlinable @inline(__always) func pass(_ value: Output) -> Subscribers.Demand {
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
      owner.want(more)
      return .none
    }
  }

  @usableFromInline func deliverGuarded(_ value: Output) -> Subscribers.Demand {
    guard phase == .servingGuarded else { return .none }
    var more = Subscribers.Demand.none
    let isLeft = gate.call {
      if !isDecided { decide() }
      more = pass(value)
    }
    if isLeft { holder = nil }
    return more
  }

  @usableFromInline func decide() {
    guard let isForgotten = owner.forgetKept() else { return }
    isDecided = true
    if isForgotten { phase = .serving }
  }

  override func receive(completion: Subscribers.Completion<UpstreamFailure>) {
    switch phase {
    case .over: break
    case .serving: finish(completion)
    case .waiting where isPlain: break
    case .waiting, .servingGuarded: if gate.call({ finish(completion) }) || gate.close() { holder = nil }
    }
  }

  private func finish(_ completion: Subscribers.Completion<UpstreamFailure>) {
    phase = .over
    reference._withUnsafeGuaranteedRef { owner in
      if owner.detach() { atEnd(self, owner, completion) }
    }
  }

  @usableFromInline func leave() { if gate.close() { holder = nil } }

  override var description: String { holder?.description ?? super.description }
  override var customMirror: Mirror { holder?.mirror(of: self) ?? super.customMirror }
}

extension SequentialSubscriber where UpstreamFailure == Failure {
  /// Creates a subscriber that starts the next upstream when this one finishes.
  @usableFromInline convenience init(plain owner: consuming Owner) {
    self.init(consume owner, isPlain: true) {
      if case .failure = $2 { $1.end($2) } else { $1.goOn() }
    }
  }

  /// Creates the last subscriber, whose completion is sent downstream.
  @usableFromInline convenience init(last owner: consuming Owner) { self.init(consume owner) { $1.end($2) } }

  /// Whether this subscriber may still be attached to another publisher instead.
  @usableFromInline var isFree: Bool { isPlain && phase == .waiting }
}

/// The phases of a ``SequentialSubscriber``. Not nested in it, because a debug build would look up a nested type for each
/// comparison.
@frozen @usableFromInline enum SequentialPhase { case waiting, serving, servingGuarded, over }

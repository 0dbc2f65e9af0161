/// The subscriber of one of the upstreams of a ``SequentialSubscription``.
@usableFromInline
final class SequentialSubscriber<Output, UpstreamFailure: Error, Failure: Error>: _ErasedSubscriber<
  Output, UpstreamFailure
>
{
  @usableFromInline typealias Owner = SequentialSubscription<Output, Failure>
  @usableFromInline typealias AtEnd = (SequentialSubscriber, Subscribers.Completion<UpstreamFailure>) -> Void
  @frozen @usableFromInline enum Phase { case waiting, serving, over }

  @usableFromInline let owner: Owner
  @usableFromInline let atEnd: AtEnd
  /// Whether the end leads to the next upstream of `owner`: then this may be handed on to another publisher.
  @usableFromInline let isPlain: Bool

  // These belong to the delivery.

  @usableFromInline @exclusivity(unchecked) var phase = Phase.waiting
  /// Whether a value has come.
  @usableFromInline @exclusivity(unchecked) var hasSent = false

  /// - Parameter atEnd: called once, when the upstream ends and it is not over for the downstream.
  @inlinable init(_ owner: Owner, isPlain: Bool = false, atEnd: @escaping AtEnd) {
    self.owner = owner
    self.isPlain = isPlain
    self.atEnd = atEnd
    super.init(
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.phase == .waiting else { return $1.cancel() }
        me.phase = .serving
        me.owner.arrived($1)
      },
      onValue: { _unsafeUncheckedDowncast($0, to: Self.self).deliver($1) },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.phase == .serving || me.phase == .waiting && !me.isPlain else { return }
        me.phase = .over
        if me.owner.detach() { me.atEnd(me, $1) }
      })
  }

  @inlinable @inline(__always) func deliver(_ value: Output) -> Subscribers.Demand {
    guard phase == .serving else { return .none }
    hasSent = true
    let now = owner.demand.now
    if now == DemandWord.unlimited { return owner.downstream.receive(value) }
    if now == 0 || now >> 63 != 0 || owner.demand.subtract(1) == nil { return .none }
    let more = owner.downstream.receive(value)
    if more == .none { return .none }
    if phase == .serving {
      _ = owner.demand.add(more)
      return more
    }
    // It has ended meanwhile: the demand is the next upstream's.
    owner.want(more)
    return .none
  }

  override var description: String { owner.description }
  override var customMirror: Mirror { owner.mirror(of: self) }
}

extension SequentialSubscriber where UpstreamFailure == Failure {
  /// One whose end leads to the next upstream, if it has not failed.
  @inlinable convenience init(plain owner: Owner) {
    self.init(owner, isPlain: true) {
      if case .failure = $1 { $0.owner.end($1) } else { $0.owner.goOn() }
    }
  }

  /// The last one, whose end is the downstream's.
  @inlinable convenience init(last owner: Owner) { self.init(owner) { $0.owner.end($1) } }

  /// Whether it may still be handed on to another publisher.
  @usableFromInline var isFree: Bool { isPlain && phase == .waiting }
}

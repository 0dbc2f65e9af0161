/// An operator that keeps something from value to value. Hosted by ``Accumulator``.
@usableFromInline protocol AccumulatorStage: Stage {
  /// Hands on what becomes of `input`, or `.max(1)` if nothing does.
  mutating func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Output
}

/// Hosts an operator that keeps state but not the upstream's subscription, which it hands on.
///
/// The state belongs to the delivery of values, which is serial: no lock, no atomic.
@usableFromInline final class Accumulator<S: AccumulatorStage, D: Subscriber>: _Node<S.Input, D.Failure>
where D.Input == S.Output {
  @usableFromInline @exclusivity(unchecked) var stage: S
  @usableFromInline let downstream: D

  @inlinable init(_ stage: S, _ downstream: D) {
    self.stage = stage
    self.downstream = downstream
    super.init(
      onSubscription: { _unsafeUncheckedDowncast($0, to: Self.self).downstream.receive(subscription: $1) },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        return me.step($1)
      },
      onCompletion: { _unsafeUncheckedDowncast($0, to: Self.self).downstream.receive(completion: $1) })
  }

  /// A method, so that a debug build lends the downstream to the stage; from within a closure it would copy it.
  @inlinable @inline(__always) func step(_ input: S.Input) -> Subscribers.Demand { stage.step(input, to: downstream) }

  override var description: String { stage.name.description }
  override var customMirror: Mirror {
    Mirror(self, children: stage.children(in: HostView(downstream: downstream)), ancestorRepresentation: .suppressed)
  }
}

extension Publisher {
  /// Attaches an operator that keeps state, but not the subscription. A subscriber that is not ours is behind a ``Border``.
  @inlinable @inline(__always)
  func attach<S: AccumulatorStage, D: Subscriber>(_ stage: S, _ downstream: D)
  where S.Input == Output, S.Output == D.Input, D.Failure == Failure {
    if D._isForeign {
      attach(node: Accumulator(stage, downstream._border()))
    } else {
      attach(node: Accumulator(stage, downstream))
    }
  }
}

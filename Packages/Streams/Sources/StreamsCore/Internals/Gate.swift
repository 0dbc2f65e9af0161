/// What a ``GateStage`` decides about a value.
@frozen @usableFromInline enum GateStep<Output, Failure: Error> {
  case emit(Output)
  case skip
  case finish
  case emitAndFinish(Output)
  case fail(Failure)
}

/// An operator that may end the stream by itself. Hosted by ``Gate``.
@usableFromInline protocol GateStage: Stage {
  associatedtype UpstreamFailure: Error
  associatedtype Failure: Error
  mutating func step(_ input: Input) -> GateStep<Output, Failure>
  func convert(_ failure: UpstreamFailure) -> Failure
}

extension GateStage {
  @usableFromInline func children(downstream: Any) -> [Mirror.Child] { [("downstream", downstream)] }
}

extension GateStage where UpstreamFailure == Failure {
  @inlinable func convert(_ failure: Failure) -> Failure { failure }
}

extension GateStage where Failure == any Error {
  @inlinable func convert(_ failure: UpstreamFailure) -> any Error { failure }
}

extension GateStage where UpstreamFailure == any Error, Failure == any Error {
  @inlinable func convert(_ failure: any Error) -> any Error { failure }
}

/// Hosts an operator that owns the upstream's subscription: it ends it when the stage says so, ignores what comes
/// before the subscription and after the end, and refuses a second subscription.
@usableFromInline final class Gate<S: GateStage, D: Subscriber>: _Holder<S.Input, S.UpstreamFailure>, Subscription
where D.Input == S.Output, D.Failure == S.Failure {
  @usableFromInline @exclusivity(unchecked) var stage: S
  @usableFromInline let downstream: D

  @inlinable init(_ stage: S, _ downstream: D) {
    self.stage = stage
    self.downstream = downstream
    super.init(
      onSubscription: {
        let me = cast($0, to: Self.self)
        if me.accept($1) { me.downstream.receive(subscription: me) }
      },
      onValue: {
        let me = cast($0, to: Self.self)
        guard me.isLive else { return .none }
        switch me.stage.step($1) {
        case .emit(let output): return me.downstream.receive(output)
        case .skip: return .max(1)
        case .finish: me.end(.finished)
        case .emitAndFinish(let output):
          if me.finishAndCancel() {
            _ = me.downstream.receive(output)
            me.downstream.receive(completion: .finished)
          }
        case .fail(let error): me.end(.failure(error))
        }
        return .none
      },
      onCompletion: {
        let me = cast($0, to: Self.self)
        guard me.isLive, me.finish() else { return }
        me.downstream.receive(completion: $1.mapError(me.stage.convert))
      })
  }

  @inlinable func end(_ completion: Subscribers.Completion<S.Failure>) {
    if finishAndCancel() { downstream.receive(completion: completion) }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { relay(demand) }
  @usableFromInline func cancel() { _ = finishAndCancel() }

  override var description: String { stage.name }
  override var customMirror: Mirror { stage.mirror(of: self, downstream: downstream) }
}

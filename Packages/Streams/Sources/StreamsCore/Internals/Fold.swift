import Synchronization

/// What a ``FoldStage`` decides about a value.
@frozen @usableFromInline enum FoldStep<Failure: Error> {
  case goOn
  case finish
  case fail(Failure)
}

/// An operator that makes at most one value out of all. Hosted by ``Fold``.
@usableFromInline protocol FoldStage: Stage {
  associatedtype UpstreamFailure: Error
  associatedtype Failure: Error
  mutating func step(_ input: Input) -> FoldStep<Failure>
  /// The one value, nil for none; asked for once, after the last `step`.
  mutating func result() -> Output?
  func convert(_ failure: UpstreamFailure) -> Failure
}

extension FoldStage where UpstreamFailure == Failure {
  @inlinable func convert(_ failure: Failure) -> Failure { failure }
}

extension FoldStage where Failure == any Error {
  @inlinable func convert(_ failure: UpstreamFailure) -> any Error { failure }
}

extension FoldStage where UpstreamFailure == any Error, Failure == any Error {
  @inlinable func convert(_ failure: any Error) -> any Error { failure }
}

/// Hosts an operator that asks its upstream for everything and sends one value at the end, when it is wanted.
@usableFromInline final class Fold<S: FoldStage, D: Subscriber>: _Holder<S.Input, S.UpstreamFailure>, Subscription
where D.Input == S.Output, D.Failure == S.Failure {
  @usableFromInline @exclusivity(unchecked) var stage: S
  @usableFromInline let downstream: D
  /// The value that waits to be wanted: written before 2 is set, taken by who delivers.
  @usableFromInline @exclusivity(unchecked) var output: S.Output?
  /// 1: the value is wanted; 2: it is there; 4: over. Who sets the second of 1 and 2 delivers.
  @usableFromInline let delivery = Atomic<UInt8>(0)

  @inlinable init(_ stage: S, _ downstream: D) {
    self.stage = stage
    self.downstream = downstream
    super.init(
      onSubscription: {
        let me = cast($0, to: Self.self)
        guard me.accept($1) else { return }
        me.downstream.receive(subscription: me)
        $1.request(.unlimited)
      },
      onValue: {
        let me = cast($0, to: Self.self)
        guard me.isLive else { return .none }
        switch me.stage.step($1) {
        case .goOn: break
        case .finish: if me.finishAndCancel() { me.conclude() }
        case .fail(let error): if me.finishAndCancel() { me.fail(error) }
        }
        return .none
      },
      onCompletion: {
        let me = cast($0, to: Self.self)
        guard me.isLive, me.finish() else { return }
        switch $1 {
        case .finished: me.conclude()
        case .failure(let error): me.fail(me.stage.convert(error))
        }
      })
  }

  @inlinable func fail(_ error: S.Failure) {
    if delivery.bitwiseOr(4, ordering: .acquiringAndReleasing).oldValue & 4 == 0 {
      downstream.receive(completion: .failure(error))
    }
  }

  /// The end without a value needs no demand.
  @inlinable func conclude() {
    output = stage.result()
    if output == nil { end() } else { offer(2) }
  }

  @inlinable func end() {
    if delivery.bitwiseOr(4, ordering: .acquiringAndReleasing).oldValue & 4 == 0 {
      downstream.receive(completion: .finished)
    }
  }

  /// Notes that the value is wanted (1) or there (2), and delivers it when it is both.
  @inlinable func offer(_ bit: UInt8) {
    let old = delivery.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue
    guard old & (4 | bit) == 0, old | bit == 3, let output else { return }
    self.output = nil
    _ = downstream.receive(output)
    end()
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "\(stage.name): a request must ask for at least one value")
    offer(1)
  }

  @usableFromInline func cancel() {
    delivery.bitwiseOr(4, ordering: .acquiringAndReleasing)
    _ = finishAndCancel()
  }

  override var description: String { stage.name }
  override var customMirror: Mirror { stage.mirror(of: self, downstream: downstream) }
}

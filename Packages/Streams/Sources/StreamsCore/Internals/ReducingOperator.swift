import Synchronization

/// What a ``ReducingStage`` decides about a value.
@frozen @usableFromInline enum ReducingStep {
  case goOn
  case finish
}

/// An operator that makes at most one value out of all. Hosted by ``ReducingOperator``.
@usableFromInline protocol ReducingStage: OperatorStage {
  /// Takes a value in; to throw is to fail.
  mutating func step(_ input: Input) throws -> ReducingStep
  /// The one value, nil for none. Taken when it concludes.
  var result: Output? { get }
  /// Whether there is none. The end needs no demand then.
  var isEmpty: Bool { get }
  /// What the mirror shows as the value before the first.
  var initial: Any? { get }
}

extension ReducingStage {
  @inlinable var isEmpty: Bool { false }
  @usableFromInline var initial: Any? { nil }
  @usableFromInline var labels: [StaticString] { ["downstream", "result", "initial", "status"] }
  @usableFromInline func values(in host: HostView) -> [Any] {
    [host.downstream, result as Any, initial as Any, host.status]
  }
}

/// Hosts an operator that asks its upstream for everything and sends one value at the end, when it is wanted.
@usableFromInline
final class ReducingOperator<S: ReducingStage, D: Subscriber, R: ErrorRule>: _OperatorSubscriber<S.Input, R.Upstream>,
  DownstreamHolder
where D.Input == S.Output, D.Failure == R.Failure {
  /// 1: the value is wanted; 2: it is there; 4: over. The thread that sets the second of 1 and 2 delivers.
  @usableFromInline let delivery = Atomic<UInt8>(0)
  /// Belongs to the delivery of values.
  @usableFromInline @exclusivity(unchecked) var stage: S
  /// The one value, once it is there: a closure of the stage that has ended the stream may still change the stage.
  @usableFromInline @exclusivity(unchecked) var settled: D.Input?
  @usableFromInline let downstream: D

  @inlinable init(_ stage: S, _ downstream: D, _ rule: R.Type) {
    self.stage = stage
    self.downstream = downstream
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      guard me.isLive else { return .none }
      do {
        if try me.stage.step($1) == .finish, me.finishAndCancel() { me.conclude() }
      } catch {
        me.fail(error)
      }
      return .none
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    downstream.take(self)
    relay(.unlimited)
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isLive, finish() else { return }
    switch completion {
    case .finished: conclude()
    case .failure(let error): end(.failure(R.convert(error)))
    }
  }

  @usableFromInline func conclude() {
    if stage.isEmpty { return end(.finished) }
    settled = stage.result
    offer(2)
  }

  @usableFromInline func fail(_ error: any Error) {
    if finishAndCancel() { end(.failure(R.convert(thrown: error))) }
  }

  private func end(_ completion: Subscribers.Completion<R.Failure>) {
    if delivery.bitwiseOr(4, ordering: .acquiringAndReleasing).oldValue & 4 == 0 {
      send(completion, to: downstream)
    }
  }

  /// Notes that the value is wanted (1) or there (2), and delivers it when it is both.
  private func offer(_ bit: UInt8) {
    let old = delivery.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue
    if old & (4 | bit) == 0, old | bit == 3 { deliver() }
  }

  /// A function of its own, because it looks up types even if it returns at once.
  private func deliver() {
    guard let result = settled.take() else { return }
    _ = downstream.receive(result)
    end(.finished)
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    demand.mustNotBeNone(stage.name)
    offer(1)
  }

  @usableFromInline func cancel() {
    delivery.bitwiseOr(4, ordering: .acquiringAndReleasing)
    _ = finishAndCancel()
  }

  override var description: String { stage.name.description }
  @usableFromInline var labels: [StaticString] { stage.labels }
  override var customMirror: Mirror { mirror(stage, downstream) }
}

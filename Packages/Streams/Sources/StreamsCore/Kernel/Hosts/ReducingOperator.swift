import Synchronization

/// An operator that combines all values into at most one. Hosted by ``ReducingOperator``.
@usableFromInline protocol ReducingStage<Input, Output> {
  associatedtype Input
  associatedtype Output = Input
  associatedtype State = Void
  // As in a ``FilteringStage``:
  var name: StaticString { get }
  var labels: [StaticString] { get }
  func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: State) -> [Any]

  var initialState: State { get }
  /// Processes a value. Returns whether it is the last one. Throws to fail.
  func step(_ input: Input, in host: some StageHost<State>) throws -> Bool
  /// The resulting value. Read at the end. If there is none, the completion needs no demand.
  func result(of state: State) -> Output?
  /// The initial result, as shown by the mirror.
  var initial: Any? { get }
}

extension ReducingStage {
  @usableFromInline var initial: Any? { nil }
  @_alwaysEmitIntoClient var labels: [StaticString] { ["downstream", "result", "initial", "status"] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: State) -> [Any] {
    [downstream, result(of: state) as Any, initial as Any, status]
  }
}

/// The bits of ``ReducingOperator/delivery``.
private enum ResultFlags {
  static var requested: UInt8 { 1 }
  static var available: UInt8 { 2 }
  static var both: UInt8 { requested | available }
  /// The stream has ended.
  static var over: UInt8 { 4 }
}

/// Hosts an operator that requests unlimited values from its upstream and sends one value at the end, on demand.
///
/// The downstream's type of error, `Thrown`, is the upstream's, or any error if the stage throws.
@usableFromInline
final class ReducingOperator<S: ReducingStage, Failure: Error, Thrown: Error>: OperatorSubscriber<S.Input, Failure>,
  StageHost
{
  /// A set of ``ResultFlags``. The thread that sets the second one of `requested` and `available` delivers.
  let delivery = Atomic<UInt8>(0)
  @_alwaysEmitIntoClient let downstream: _ErasedSubscriber<S.Output, Thrown>
  @_alwaysEmitIntoClient @exclusivity(unchecked) var state: S.State
  /// The result, once it is available. A closure of the stage that has ended the stream may still change the state.
  @exclusivity(unchecked) var settled: S.Output?
  @_alwaysEmitIntoClient let stage: S

  @_alwaysEmitIntoClient init(_ stage: consuming S, _ downstream: consuming _ErasedSubscriber<S.Output, Thrown>) {
    state = stage.initialState
    self.stage = consume stage
    self.downstream = consume downstream
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      guard me.isLive() else { return .none }
      do {
        if try me.stage.step($1, in: me), me.finishAndCancel() { me.conclude(decided: true) }
      } catch {
        me.fail(error)
      }
      return .none
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    downstream.receive(subscription: self)
    relay(.unlimited)
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isLive(), finish() else { return }
    switch completion {
    case .finished: conclude()
    case .failure(let error): end(.failure(error.converted()))
    }
  }

  /// - Parameter decided: whether a value has decided the result. The state is then released; a mirror shows any other.
  @usableFromInline func conclude(decided: Bool = false) {
    settled = stage.result(of: state)
    if decided, !_isPOD(S.State.self) { replaceState(with: stage.initialState) }
    if settled == nil { return end(.finished) }
    record(ResultFlags.available)
  }

  @usableFromInline func fail(_ error: any Error) {
    if finishAndCancel() { end(.failure(error as! Thrown)) }
  }

  private func end(_ completion: Subscribers.Completion<Thrown>) {
    if delivery.bitwiseOr(ResultFlags.over, ordering: .acquiringAndReleasing).oldValue & ResultFlags.over == 0 {
      downstream.receive(completion: completion)
    }
  }

  /// Records that the result is requested or available, and delivers it when both hold.
  private func record(_ bit: UInt8) {
    let old = delivery.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue
    if old & (ResultFlags.over | bit) == 0, old | bit == ResultFlags.both { deliver() }
  }

  /// Separate, because this code looks up types even if it returns immediately.
  private func deliver() {
    guard let result = settled.take() else { return }
    _ = downstream.receive(result)
    end(.finished)
  }

  override func request(_ demand: Subscribers.Demand) {
    demand.mustNotBeNone(stage.name)
    record(ResultFlags.requested)
  }

  override func cancel() {
    delivery.bitwiseOr(ResultFlags.over, ordering: .acquiringAndReleasing)
    _ = finishAndCancel()
  }

  override func hold(_ gate: Gate) { downstream.hold(gate) }
  override var description: String { stage.name.description }
  override var labels: [StaticString] { stage.labels }
  override var customMirror: Mirror {
    var values = stage.values(downstream, status, state)
    if let settled, let place = labels.firstIndex(where: { $0.description == "result" }) { values[place] = settled }
    return mirror(values)
  }
}

extension Publisher {
  /// Attaches an operator that combines all values into at most one.
  @_alwaysEmitIntoClient @inline(never)
  func attach<T, E>(_ stage: some ReducingStage<Output, T>, _ downstream: _ErasedSubscriber<T, E>) {
    _attach(node: ReducingOperator(stage, downstream))
  }
}

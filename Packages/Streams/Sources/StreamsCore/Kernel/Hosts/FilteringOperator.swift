/// The decision of a ``FilteringStage`` about a value.
@frozen @usableFromInline enum FilteringStep<Output> {
  case emit(Output)
  /// Drops the value, and asks for another.
  case skip
  /// Drops the value.
  case drop
  case finish
  case emitAndFinish(Output)
}

/// An operator that may end the stream early. Hosted by ``FilteringOperator``.
@usableFromInline protocol FilteringStage<Input, Output> {
  associatedtype Input
  associatedtype Output = Input
  /// What the operator remembers between values. Its host holds it.
  associatedtype State = Void
  /// The description, for debuggers, `print` and `dump`.
  var name: StaticString { get }
  /// The labels of the mirror's children.
  var labels: [StaticString] { get }
  /// The values of the mirror's children.
  func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: State) -> [Any]
  var initialState: State { get }
  /// Decides about a value. Throws to fail. After it has finished or thrown, it is called again only by a reentrant
  /// value during the delivery of the last one.
  func step(_ input: Input, in host: some StageHost<State>) throws -> FilteringStep<Output>
  /// Whether no further value can be sent.
  var isEmpty: Bool { get }
  /// Whether it accepts values from an upstream that never sends a subscription, like Apple's operator of that name.
  static var needsNoSubscription: Bool { get }
}

extension FilteringStage where State == Void {
  @_alwaysEmitIntoClient @inline(__always) var initialState: Void { () }
}

extension FilteringStage {
  @_alwaysEmitIntoClient var isEmpty: Bool { false }
  @_alwaysEmitIntoClient @inline(__always) static var needsNoSubscription: Bool { false }
  @_alwaysEmitIntoClient var labels: [StaticString] { ["downstream"] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: State) -> [Any] {
    [downstream]
  }
}

/// Hosts an operator that owns the upstream's subscription. It cancels the upstream when the stage finishes, ignores
/// events before the subscription and after the end, and cancels a second subscription.
///
/// The downstream's type of error, `Thrown`, is the upstream's, or any error if the stage throws.
@usableFromInline
final class FilteringOperator<S: FilteringStage, Failure: Error, Thrown: Error>: OperatorSubscriber<S.Input, Failure>,
  StageHost
{
  @_alwaysEmitIntoClient let downstream: _ErasedSubscriber<S.Output, Thrown>
  @_alwaysEmitIntoClient @exclusivity(unchecked) var state: S.State
  @_alwaysEmitIntoClient let stage: S

  @_alwaysEmitIntoClient init(_ stage: S, _ downstream: _ErasedSubscriber<S.Output, Thrown>) {
    state = stage.initialState
    self.stage = stage
    self.downstream = downstream
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      guard me.isListening else { return .none }
      do {
        switch try me.stage.step($1, in: me) {
        // The stage may have called a closure of the user that ended the stream.
        case .emit(let output): if !me.upstreamIsOver() { return me.downstream.receive(output) }
        case .skip: return .max(1)
        case .drop: break
        case .finish: me.end(.finished)
        case .emitAndFinish(let output):
          if !me.upstreamIsOver() { _ = me.downstream.receive(output) }
          me.end(.finished)
        }
      } catch {
        me.fail(error)
      }
      return .none
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    downstream.receive(subscription: self)
    if stage.isEmpty { end(.finished) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isListening, finish() else { return }
    downstream.receive(completion: completion.mapError { $0.converted() })
  }

  @_alwaysEmitIntoClient @inline(__always) var isListening: Bool {
    S.needsNoSubscription ? !upstreamIsOver() : isLive()
  }

  @usableFromInline func fail(_ error: any Error) { end(.failure(error as! Thrown)) }

  @usableFromInline func end(_ completion: Subscribers.Completion<Thrown>) {
    if finishAndCancel() { downstream.receive(completion: completion) }
  }

  // An empty stage ends after it has sent its subscription. A request inside that call must not change the end.
  override func request(_ demand: Subscribers.Demand) { if !stage.isEmpty { relay(demand) } }

  override func hold(_ gate: Gate) {
    if S.needsNoSubscription { super.hold(gate) }
    downstream.hold(gate)
  }
  override var description: String { stage.name.description }
  override var labels: [StaticString] { stage.labels }
  override var customMirror: Mirror { mirror(stage.values(downstream, status, state)) }
}

extension Publisher {
  /// Attaches an operator that may end the stream early.
  @_alwaysEmitIntoClient @inline(never)
  func attach<T, E>(_ stage: some FilteringStage<Output, T>, _ downstream: _ErasedSubscriber<T, E>) {
    _attach(node: FilteringOperator(stage, downstream))
  }
}

import Synchronization

/// The operator of `handleEvents` and `print`: calls a closure before it forwards an event, in either direction.
@usableFromInline final class Tap<Output, Failure: Error>: OperatorSubscriber<Output, Failure> {
  @_alwaysEmitIntoClient let hasCancelled = Atomic<Bool>(false)
  @_alwaysEmitIntoClient let name: StaticString
  @_alwaysEmitIntoClient let lateCalls: (any Subscription)?
  @_alwaysEmitIntoClient let onSubscription: ((any Subscription) -> Void)?
  @_alwaysEmitIntoClient let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  @_alwaysEmitIntoClient let onCancel: (() -> Void)?
  @_alwaysEmitIntoClient let onRequest: ((Subscribers.Demand) -> Void)?
  /// Called with the demand returned for a value, unless it is `.none`.
  @_alwaysEmitIntoClient let onReturn: ((Subscribers.Demand) -> Void)?
  @_alwaysEmitIntoClient let onOutput: ((Output) -> Void)?
  @_alwaysEmitIntoClient let downstream: _ErasedSubscriber<Output, Failure>

  /// - Parameter late: receives requests and cancellations after the end, and further cancellations.
  @_alwaysEmitIntoClient init(
    _ name: StaticString, _ downstream: _ErasedSubscriber<Output, Failure>, late: (any Subscription)? = nil,
    onSubscription: ((any Subscription) -> Void)?,
    onOutput: ((Output) -> Void)?, onReturn: ((Subscribers.Demand) -> Void)?,
    onCompletion: ((Subscribers.Completion<Failure>) -> Void)?, onRequest: ((Subscribers.Demand) -> Void)?,
    onCancel: (() -> Void)?
  ) {
    self.name = name
    self.downstream = downstream
    lateCalls = late
    self.onSubscription = onSubscription
    self.onOutput = onOutput
    self.onReturn = onReturn
    self.onCompletion = onCompletion
    self.onRequest = onRequest
    self.onCancel = onCancel
    super.init { node, value in
      Unmanaged<Tap>.fromOpaque(Unmanaged.passUnretained(node).toOpaque())._withUnsafeGuaranteedRef { me in
        guard me.isListening else { return .none }
        me.onOutput?(value)
        guard me.isListening else { return .none }
        let more = me.downstream.receive(value)
        if more != .none { me.onReturn?(more) }
        return more
      }
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    onSubscription?(subscription.ungated)
    downstream.receive(subscription: self)
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isListening else { return }
    onCompletion?(completion)
    if finish() { downstream.receive(completion: completion) }
  }

  /// Also false during the cancellation. True for upstreams that never send a subscription.
  @_alwaysEmitIntoClient @inline(__always) var isListening: Bool {
    !upstreamIsOver() && !hasCancelled.load(ordering: .relaxed)
  }

  override func request(_ demand: Subscribers.Demand) {
    if upstreamIsOver() {
      late?.request(demand)
      return
    }
    onRequest?(demand)
    relay(demand)
  }

  override func cancel() {
    if upstreamIsOver() || hasCancelled.exchange(true, ordering: .acquiringAndReleasing) {
      late?.cancel()
      return
    }
    onCancel?()
    _ = finishAndCancel()
  }

  override func hold(_ gate: Gate) {
    super.hold(gate)
    downstream.hold(gate)
  }
  override var description: String { name.description }
  override var late: (any Subscription)? { lateCalls }
}

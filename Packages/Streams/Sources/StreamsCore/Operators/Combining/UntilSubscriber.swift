/// Receives from the upstream of `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`, and holds the subscriber of
/// the other publisher. That holds it weakly, because the upstream may never send a subscription with which to cancel.
@usableFromInline class UntilSubscriber<Output, Failure: Error>: OperatorSubscriber<Output, Failure> {
  /// Set before this subscribes to anything, and then constant.
  @_alwaysEmitIntoClient @exclusivity(unchecked) final var trigger: (any Cancellable)?
  @_alwaysEmitIntoClient final let downstream: _ErasedSubscriber<Output, Failure>

  @_alwaysEmitIntoClient init(_ downstream: _ErasedSubscriber<Output, Failure>, onValue: @escaping OnValue) {
    self.downstream = downstream
    super.init(onValue: onValue)
  }

  deinit { trigger?.cancel() }

  override final func receive(completion: Subscribers.Completion<Failure>) {
    guard finish() else { return }
    trigger?.cancel()
    downstream.receive(completion: completion)
  }

  override final func cancel() {
    _ = finishAndCancel()
    trigger?.cancel()
  }
}

/// Waits for one value of the other publisher of `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`.
@usableFromInline final class UntilTrigger<Input, Failure: Error>: OperatorSubscriber<Input, Failure> {
  @_alwaysEmitIntoClient let name: StaticString
  @_alwaysEmitIntoClient let onOutput: () -> Void
  @_alwaysEmitIntoClient let onEnd: (Subscribers.Completion<Failure>) -> Void

  /// One of the closures is called once, or neither if this is cancelled before.
  @_alwaysEmitIntoClient init(
    name: StaticString, onOutput: @escaping () -> Void, onEnd: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.name = name
    self.onOutput = onOutput
    self.onEnd = onEnd
    super.init { node, _ in
      let me = _unsafeUncheckedDowncast(node, to: Self.self)
      if me.finishAndCancel() { me.onOutput() }
      return .none
    }
  }

  override func receive(subscription: any Subscription) {
    if accept(subscription) { subscription.request(.max(1)) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if finish() { onEnd(completion) }
  }

  override var description: String { name.description }
}

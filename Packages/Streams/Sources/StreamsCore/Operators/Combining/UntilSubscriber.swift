/// Receives from the upstream of `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`, and holds the subscriber of
/// the other publisher.
@usableFromInline class UntilSubscriber<Output, Failure: Error>: OperatorSubscriber<Output, Failure> {
  /// Set before this subscribes to anything, and then constant.
  @_alwaysEmitIntoClient @exclusivity(unchecked) final var trigger: (any Cancellable)?
  @_alwaysEmitIntoClient final let downstream: _ErasedSubscriber<Output, Failure>

  @_alwaysEmitIntoClient init(_ downstream: _ErasedSubscriber<Output, Failure>, onValue: @escaping OnValue) {
    self.downstream = downstream
    super.init(onValue: onValue)
  }

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
  @usableFromInline typealias Actions = (onOutput: () -> Void, onEnd: (Subscribers.Completion<Failure>) -> Void)

  @_alwaysEmitIntoClient let name: StaticString
  /// The closures, until the first value, completion or cancellation takes them: the other publisher may keep this subscriber.
  @_alwaysEmitIntoClient var actions: Actions?

  /// One of the closures is called once, or neither if this is cancelled before.
  @_alwaysEmitIntoClient init(
    name: StaticString, onOutput: @escaping () -> Void, onEnd: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.name = name
    actions = (onOutput, onEnd)
    super.init { node, _ in
      let me = _unsafeUncheckedDowncast(node, to: Self.self)
      if me.finishAndCancel() { me.takeActions()?.onOutput() }
      return .none
    }
  }

  override func receive(subscription: any Subscription) {
    if accept(subscription) { subscription.request(.max(1)) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if finish() { takeActions()?.onEnd(completion) }
  }

  override func cancel() { if finishAndCancel() { _ = takeActions() } }

  @_alwaysEmitIntoClient func takeActions() -> Actions? {
    defer { actions = nil }
    return actions
  }

  override var description: String { name.description }
}

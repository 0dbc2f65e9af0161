/// Receives from the upstream of `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`, and holds the subscriber of
/// the other publisher.
@usableFromInline class UntilSubscriber<Output, Failure: Error>: OperatorSubscriber<Output, Failure> {
  private final let lock = Lock()
  /// Guarded by `lock`.
  private final var trigger: (any Cancellable)?
  @usableFromInline final let downstream: _ErasedSubscriber<Output, Failure>

  @inlinable init(_ downstream: _ErasedSubscriber<Output, Failure>, onValue: @escaping OnValue) {
    self.downstream = downstream
    super.init(onValue: onValue)
  }

  @usableFromInline final func keep(_ trigger: any Cancellable) { lock.withLock { self.trigger = trigger } }

  @discardableResult @usableFromInline final func forgetTrigger() -> (any Cancellable)? {
    lock.withLock {
      defer { trigger = nil }
      return trigger
    }
  }

  override final func receive(completion: Subscribers.Completion<Failure>) {
    guard finish() else { return }
    forgetTrigger()?.cancel()
    downstream.receive(completion: completion)
  }

  override final func cancel() {
    _ = finishAndCancel()
    forgetTrigger()?.cancel()
  }
}

/// Waits for one value of the other publisher of `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`.
@usableFromInline final class UntilTrigger<Input, Failure: Error>: OperatorSubscriber<Input, Failure> {
  @usableFromInline typealias OnOutput = () -> Void
  @usableFromInline typealias OnEnd = (Subscribers.Completion<Failure>) -> Void

  @usableFromInline let name: StaticString
  /// The closures, until the first value, completion or cancellation takes them. Nothing stays in memory, even if the
  /// other publisher keeps this subscriber.
  @usableFromInline @exclusivity(unchecked) var actions: (onOutput: OnOutput, onEnd: OnEnd)?

  /// One of the closures is called once, or neither if this is cancelled before.
  @inlinable init(name: StaticString, onOutput: @escaping OnOutput, onEnd: @escaping OnEnd) {
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

  @usableFromInline func takeActions() -> (onOutput: OnOutput, onEnd: OnEnd)? {
    defer { actions = nil }
    return actions
  }

  override func cancel() { if finishAndCancel() { _ = takeActions() } }
  override var description: String { name.description }
}

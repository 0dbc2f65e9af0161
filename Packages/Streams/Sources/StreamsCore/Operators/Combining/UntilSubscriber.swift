/// Receives from the upstream of `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`, and holds the subscriber of
/// the other publisher.
@usableFromInline class UntilSubscriber<D: Subscriber>: OperatorSubscriber<D.Input, D.Failure> {
  private final let lock = Lock()
  /// Guarded by `lock`.
  private final var trigger: (any Cancellable)?
  @usableFromInline final let downstream: D

  @inlinable init(_ downstream: D, onValue: @escaping OnValue) {
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

  override final func receive(completion: Subscribers.Completion<D.Failure>) {
    guard finish() else { return }
    forgetTrigger()?.cancel()
    downstream.receive(completion: completion)
  }

  override final func cancel() {
    _ = finishAndCancel()
    forgetTrigger()?.cancel()
  }
}

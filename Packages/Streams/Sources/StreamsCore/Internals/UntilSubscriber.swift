/// Serves the upstream of `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`, and keeps what waits for the other
/// publisher.
@usableFromInline class UntilSubscriber<D: Subscriber>: _OperatorSubscriber<D.Input, D.Failure>, DownstreamHolder {
  private final let trigger = Locked<(any Cancellable)?>(nil)
  @usableFromInline final let downstream: D

  @inlinable init(
    _ downstream: D, onSubscription: @escaping OnSubscription, onValue: @escaping OnValue,
    onCompletion: @escaping OnCompletion
  ) {
    self.downstream = downstream
    super.init(onSubscription: onSubscription, onValue: onValue, onCompletion: onCompletion)
  }

  @usableFromInline final func keep(_ trigger: any Cancellable) { self.trigger.withLock { $0 = trigger } }

  @discardableResult @usableFromInline final func forgetTrigger() -> (any Cancellable)? {
    trigger.withLock { trigger in
      let old = trigger
      trigger = nil
      return old
    }
  }

  /// The upstream has ended.
  @usableFromInline final func complete(_ completion: Subscribers.Completion<D.Failure>) {
    guard isLive, finish() else { return }
    forgetTrigger()?.cancel()
    send(completion, to: downstream)
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { relay(demand) }

  @usableFromInline final func cancel() {
    _ = finishAndCancel()
    forgetTrigger()?.cancel()
  }
}

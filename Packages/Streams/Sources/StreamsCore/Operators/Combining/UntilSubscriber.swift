/// Receives from the upstream of `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`. The subscriber of the other
/// publisher holds it, once the downstream has a subscription with which to cancel: it must end the stream even if nothing
/// else holds it.
@usableFromInline class UntilSubscriber<Output, Failure: Error>: OperatorSubscriber<Output, Failure> {
  /// Set before this subscribes to anything. The other publisher holds it.
  @_alwaysEmitIntoClient @exclusivity(unchecked) final weak var trigger: (any HoldingTrigger)?
  @_alwaysEmitIntoClient final let downstream: _ErasedSubscriber<Output, Failure>

  @_alwaysEmitIntoClient init(_ downstream: _ErasedSubscriber<Output, Failure>, onValue: @escaping OnValue) {
    self.downstream = downstream
    super.init(onValue: onValue)
  }

  /// If the downstream has ended without a subscription.
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

/// An ``UntilTrigger`` without its types.
@usableFromInline protocol HoldingTrigger: Cancellable, AnyObject {
  var held: AnyObject? { get set }
}

/// Waits for one value of the other publisher of `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`.
@usableFromInline final class UntilTrigger<Input, Failure: Error>: OperatorSubscriber<Input, Failure>, HoldingTrigger {
  /// Set once, by an object that the closures hold weakly.
  @usableFromInline @exclusivity(unchecked) var held: AnyObject?
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

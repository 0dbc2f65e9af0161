/// One of the upstreams of a ``MergeCoordinator``.
@usableFromInline final class MergeInput<Output, Failure: Error>: OperatorSubscriber<Output, Failure> {
  @usableFromInline let coordinator: MergeCoordinator<Output, Failure>
  /// Whether a value of this side waits for demand; owned by the draining thread.
  @usableFromInline @exclusivity(unchecked) var hasWaiting = false

  /// Stored, so that it is specialised.
  @usableFromInline let onEnd: (MergeInput, Subscribers.Completion<Failure>) -> Void

  @inlinable init(_ coordinator: MergeCoordinator<Output, Failure>) {
    self.coordinator = coordinator
    onEnd = { $0.coordinator.enqueue(.completion($1)) }
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      return me.isLive() ? me.coordinator.offer($1, from: me) : .none
    }
  }

  override func receive(subscription: any Subscription) {
    if accept(subscription) { subscription.request(coordinator.firstRequest()) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if isLive(), finish() { onEnd(self, completion) }
  }

  override var description: String { "Merge" }
}

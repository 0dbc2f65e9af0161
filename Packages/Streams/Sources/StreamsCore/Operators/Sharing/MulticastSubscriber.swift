import Synchronization

/// The subscription of one subscriber to a ``Publishers/Multicast`` or a ``Publishers/Share``.
@usableFromInline
final class MulticastSubscriber<D: Subscriber>: OperatorSubscriber<D.Input, D.Failure> {
  /// Counts the subscribers that have not cancelled, for `share`.
  @usableFromInline let connections: ConnectionCounter?
  let isCancelled = Atomic<Bool>(false)
  @usableFromInline let downstream: D

  @inlinable init(_ downstream: D, _ connections: ConnectionCounter?) {
    self.downstream = downstream
    self.connections = connections
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      return me.isLive() ? me.downstream.receive($1) : .none
    }
  }

  override func receive(subscription: any Subscription) {
    if accept(subscription) { downstream.receive(subscription: self) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if isLive(), finish() { downstream.receive(completion: completion) }
  }

  override func cancel() {
    // Counts once, also after the completion. (Most subscribers have released this subscription by then.)
    if isCancelled.exchange(true, ordering: .acquiringAndReleasing) { return }
    _ = finishAndCancel()
    connections?.remove()
  }

  override var description: String { "Multicast" }
}

extension Subscriber {
  /// Receives an empty subscription and, unless it cancels that, the completion.
  @inlinable @inline(__always) func receive(only completion: Subscribers.Completion<Failure>) {
    if !Self._isForeign {
      receive(subscription: Subscriptions.ended)
      receive(completion: completion)
    } else if _erased().receiveEmptySubscription() {
      receive(completion: completion)
    }
  }
}

extension Subscriber {
  /// Receives only the completion `finished`. Separate, because a debug build looks up the type of a completion even if
  /// it does not take the branch that sends it.
  @inlinable @inline(__always) func receiveOnlyFinished() { receive(only: .finished) }
}

extension _ErasedSubscriber {
  /// Returns false if the subscriber has cancelled the subscription.
  @usableFromInline final func receiveEmptySubscription() -> Bool {
    let state = GuardState()
    receive(subscription: state.guarding(Subscriptions.ended))
    return !state.isOver
  }
}

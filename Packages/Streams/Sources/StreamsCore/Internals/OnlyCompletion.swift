extension Subscriber {
  /// Ends immediately, with an empty subscription; unless the subscriber cancels that.
  @inlinable @inline(__always) func receive(only completion: Subscribers.Completion<Failure>) {
    if !Self._isForeign {
      receive(subscription: Subscriptions.ended)
      receive(completion: completion)
    } else if _erased().receiveEmptySubscription() {
      receive(completion: completion)
    }
  }
}

extension _ErasedSubscriber {
  /// False if it has cancelled it.
  @usableFromInline final func receiveEmptySubscription() -> Bool {
    let state = GuardState()
    receive(subscription: state.guarding(Subscriptions.ended))
    return !state.isOver
  }
}

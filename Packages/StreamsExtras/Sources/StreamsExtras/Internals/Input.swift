/// Subscribes to one upstream of an operator.
///
/// It accepts one subscription, ignores what comes before that or after the end, keeps requests until the subscription
/// comes, and cancels an upstream that has not ended once.
@usableFromInline final class Input<Value, Failure: Error>: Subscriber, Cancellable {
  @usableFromInline let onValue: (Value) -> Subscribers.Demand
  @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void
  /// Whether the subscription has come. Touched by the upstream alone, which is serial.
  @usableFromInline @exclusivity(unchecked) var hasStarted = false
  /// Whether it has ended or been cancelled. What an upstream sends after that counts for nothing.
  @usableFromInline let isOver = Flag()
  private let lock = Lock()
  // Guarded by `lock`.
  private var subscription: (any Subscription)?
  /// What was requested before the subscription came.
  private var early = Subscribers.Demand.none

  @usableFromInline init(
    onValue: @escaping (Value) -> Subscribers.Demand,
    onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.onValue = onValue
    self.onCompletion = onCompletion
  }

  @usableFromInline func receive(subscription: any Subscription) {
    let demand: Subscribers.Demand? = lock.withLock {
      if isOver.isSet || self.subscription != nil { return nil }
      self.subscription = subscription
      return early
    }
    guard let demand else { return subscription.cancel() }
    hasStarted = true
    if demand > .none { subscription.request(demand) }
  }

  @inlinable func receive(_ value: Value) -> Subscribers.Demand {
    hasStarted && !isOver.isSet ? onValue(value) : .none
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    guard hasStarted, let ended = end() else { return }
    onCompletion(completion)
    _ = ended
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    if demand == .none { return }
    let subscription = lock.withLock { () -> (any Subscription)? in
      if self.subscription == nil { early += demand }
      return self.subscription
    }
    subscription?.request(demand)
  }

  @usableFromInline func cancel() {
    end()?.cancel()
  }

  /// Gives up the subscription. Nil if that has been done, or there is none yet.
  private func end() -> (any Subscription)? {
    lock.withLock {
      _ = isOver.set()
      return subscription.take()
    }
  }
}

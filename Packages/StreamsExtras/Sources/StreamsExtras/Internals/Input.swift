/// Subscribes to one upstream of an operator.
///
/// It accepts one subscription, ignores what comes before that or after the end, keeps requests until the subscription
/// comes, and cancels an upstream that has not ended once.
@usableFromInline final class Input<Value, Failure: Error>: Subscriber, Cancellable {
  @usableFromInline let onValue: (Value) -> Subscribers.Demand
  @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void
  /// Whether values count: between the subscription and the end. Touched by the upstream alone, which is serial.
  @usableFromInline @exclusivity(unchecked) var isLive = false
  private let lock = Lock()
  // Guarded by `lock`.
  private var subscription: (any Subscription)?
  private var isOver = false
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
      if isOver || self.subscription != nil { return nil }
      self.subscription = subscription
      return early
    }
    guard let demand else { return subscription.cancel() }
    isLive = true
    if demand > .none { subscription.request(demand) }
  }

  @inlinable func receive(_ value: Value) -> Subscribers.Demand { isLive ? onValue(value) : .none }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    guard isLive else { return }
    isLive = false
    let ended = lock.withLock { () -> (any Subscription)? in
      isOver = true
      return subscription.take()
    }
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
    let cancelled = lock.withLock { () -> (any Subscription)? in
      isOver = true
      return subscription.take()
    }
    cancelled?.cancel()
  }
}

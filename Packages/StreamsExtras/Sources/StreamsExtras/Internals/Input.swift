/// Subscribes to one upstream of an operator.
///
/// It accepts one subscription, keeps requests until the subscription arrives, and ignores events after the end. Some
/// publishers send no subscription, so it accepts values and a completion without one.
@usableFromInline final class Input<Value, Failure: Error>: Subscriber, Subscription {
  @usableFromInline let onValue: (Value) -> Subscribers.Demand
  @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void
  /// Whether the upstream has ended or been cancelled. Later events are ignored.
  @usableFromInline let isOver = Flag()
  private let lock = Lock()
  // Guarded by `lock`.
  private var subscription: (any Subscription)?
  /// The demand requested before the subscription arrived.
  private var early = Subscribers.Demand.none

  @usableFromInline init(
    onValue: @escaping (Value) -> Subscribers.Demand,
    onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.onValue = onValue
    self.onCompletion = onCompletion
  }

  /// Subscribes to `upstream`, unless the input has been cancelled.
  @inlinable func subscribe<P: Publisher>(to upstream: P) where P.Output == Value, P.Failure == Failure {
    if !isOver.isSet { upstream.subscribe(self) }
  }

  @usableFromInline func receive(subscription: any Subscription) {
    let demand: Subscribers.Demand? = lock.withLock {
      if isOver.isSet || self.subscription != nil { return nil }
      self.subscription = subscription
      return early
    }
    guard let demand else { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  @inlinable func receive(_ value: Value) -> Subscribers.Demand {
    isOver.isSet ? .none : onValue(value)
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    let (isFirst, ended) = end()
    if isFirst { onCompletion(completion) }
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

  /// Cancels the upstream, unless it has ended.
  @usableFromInline func cancel() { end().subscription?.cancel() }

  private func end() -> (isFirst: Bool, subscription: (any Subscription)?) {
    lock.withLock { (isOver.set(), subscription.take()) }
  }
}

/// Subscribes to one upstream of an operator.
///
/// It accepts one subscription, keeps requests until the subscription arrives, and ignores events after the end. Some
/// publishers send no subscription, so it accepts values and a completion without one.
@usableFromInline final class Input<Value, Failure: Error>: Subscriber, Subscription {
  /// The closures receive the input, so that an operator can tell its inputs apart.
  @_alwaysEmitIntoClient let onValue: (Input, Value) -> Subscribers.Demand
  @_alwaysEmitIntoClient let onCompletion: (Input, Subscribers.Completion<Failure>) -> Void
  /// Whether the upstream has ended, or has been cancelled or silenced. Later events are ignored.
  @_alwaysEmitIntoClient let isOver = Word()
  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var subscription: (any Subscription)?
  /// The demand requested before the subscription arrived.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var early: Subscribers.Demand

  /// - Parameter demand: Requested when the subscription arrives.
  @_alwaysEmitIntoClient init(
    requesting demand: Subscribers.Demand = .none, onValue: @escaping (Input, Value) -> Subscribers.Demand,
    onCompletion: @escaping (Input, Subscribers.Completion<Failure>) -> Void
  ) {
    early = demand
    self.onValue = onValue
    self.onCompletion = onCompletion
  }

  /// It needs no guard: it is silent after a cancel and releases its subscription at the end, as those of Streams do.
  @_alwaysEmitIntoClient static var _weight: Int { 0 }

  /// Subscribes to `upstream`, unless the input has been cancelled. A custom publisher may keep this object after the end,
  /// and so what its closures hold. In an `AnyPublisher`, Streams puts a gate before it, which does not.
  @_alwaysEmitIntoClient func subscribe(to upstream: some Publisher<Value, Failure>) {
    if !isOver.isSet { upstream.subscribe(self) }
  }

  @usableFromInline func receive(subscription: any Subscription) {
    lock.lock()
    let isFirst = !isOver.isSet && self.subscription == nil
    if isFirst { self.subscription = subscription }
    let demand = early
    lock.unlock()
    if !isFirst { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  @_alwaysEmitIntoClient func receive(_ value: Value) -> Subscribers.Demand {
    isOver.isSet ? .none : onValue(self, value)
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    let (isFirst, ended) = end()
    if isFirst { onCompletion(self, completion) }
    withExtendedLifetime(ended) {}
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    if demand == .none { return }
    lock.lock()
    let subscription = subscription
    if subscription == nil { early += demand }
    lock.unlock()
    subscription?.request(demand)
  }

  /// Ignores all further events. The upstream still has to be cancelled. May be called with a lock held.
  @usableFromInline func silence() { isOver.isSet = true }

  /// Cancels the upstream, unless it has ended.
  @usableFromInline func cancel() { end().subscription?.cancel() }

  private func end() -> (isFirst: Bool, subscription: (any Subscription)?) {
    lock.lock()
    defer { lock.unlock() }
    let isFirst = !isOver.isSet
    isOver.isSet = true
    return (isFirst, subscription.take())
  }
}

/// The inputs of one operator. A request reaches each of them.
@usableFromInline class Inputs: Subscription {
  @_alwaysEmitIntoClient final let lock = Lock()
  /// Guarded by `lock`. Without the type of their values, which code that is not specialised would look up. Empty after
  /// the cancellation.
  @_alwaysEmitIntoClient @exclusivity(unchecked) final var all: [any Subscription & AnyObject] = []

  @usableFromInline init() {}

  /// Cancels all inputs but one. False if another one has been kept before, or if all have been cancelled.
  @usableFromInline final func keepOnly(_ input: any Subscription & AnyObject) -> Bool {
    lock.lock()
    let former = all
    if former.count > 1 { all = [input] }
    let isKept = all.first === input
    lock.unlock()
    if isKept { for other in former where other !== input { other.cancel() } }
    return isKept
  }

  @usableFromInline final func request(_ demand: Subscribers.Demand) {
    for input in lock.withLock({ all }) { input.request(demand) }
  }

  @usableFromInline final func cancel() {
    let former = lock.withLock {
      defer { all = [] }
      return all
    }
    for input in former { input.cancel() }
  }
}

/// Subscribes to one upstream of an operator.
///
/// It accepts one subscription, keeps requests until the subscription arrives, and ignores events after the end. Some
/// publishers send no subscription, so it accepts values and a completion without one.
///
/// Its closures receive the input. So those of an input that is created for each publisher need not capture anything, which
/// would take an allocation each: they use `owner` and `number`.
@usableFromInline final class Input<Value, Failure: Error>: Subscriber, Subscription {
  @usableFromInline let onValue: (Input, Value) -> Subscribers.Demand
  @usableFromInline let onCompletion: (Input, Subscribers.Completion<Failure>) -> Void
  @usableFromInline let owner: AnyObject?
  @usableFromInline let number: Int
  /// Whether the input has been chosen among several. Touched by its deliveries only, which are serial.
  @usableFromInline @exclusivity(unchecked) var isFollowed = false
  /// The owner, which the input retains, for use without counting references.
  @usableFromInline let reference: Unmanaged<AnyObject>?
  /// Whether the upstream has ended or been cancelled. Later events are ignored.
  @usableFromInline let isOver = Flag()
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
  /// The demand requested before the subscription arrived.
  @usableFromInline @exclusivity(unchecked) var early = Subscribers.Demand.none

  @inlinable init(
    owner: AnyObject? = nil, number: Int = 0, onValue: @escaping (Input, Value) -> Subscribers.Demand,
    onCompletion: @escaping (Input, Subscribers.Completion<Failure>) -> Void
  ) {
    self.owner = owner
    reference = if let owner { .passUnretained(owner) } else { nil }
    self.number = number
    self.onValue = onValue
    self.onCompletion = onCompletion
  }

  /// Calls `body` with the owner, which has this type.
  @inlinable @inline(__always)
  func withOwner<Owner: AnyObject, R>(_: Owner.Type, _ body: (Owner) -> R) -> R {
    reference.unsafelyUnwrapped._withUnsafeGuaranteedRef { body(_unsafeUncheckedDowncast($0, to: Owner.self)) }
  }

  /// Subscribes to `upstream`, unless the input has been cancelled.
  @inlinable func subscribe<P: Publisher>(to upstream: P) where P.Output == Value, P.Failure == Failure {
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

  @inlinable func receive(_ value: Value) -> Subscribers.Demand {
    isOver.isSet ? .none : onValue(self, value)
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    let (isFirst, ended) = end()
    if isFirst { onCompletion(self, completion) }
    _ = ended
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    if demand == .none { return }
    lock.lock()
    let subscription = subscription
    if subscription == nil { early += demand }
    lock.unlock()
    subscription?.request(demand)
  }

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

/// Subscribes to one publisher after another. Unused demand carries over to the next.
///
/// Each subscription has a number, so that events of an earlier publisher are ignored.
@usableFromInline final class SequentialSubscription<Value, Failure: Error>: Subscription {
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  /// A struct, because a function that passes through generic code takes an allocation.
  @usableFromInline struct Next {
    @usableFromInline let subscribe: (SequentialSubscriber<Value, Failure>) -> Void
    @inlinable init(subscribe: @escaping (SequentialSubscriber<Value, Failure>) -> Void) { self.subscribe = subscribe }
  }

  @usableFromInline let outbox: Outbox<Value, Failure>
  /// Publishers that end while they are subscribed to form a loop, not a recursion.
  @usableFromInline let drain = SerialDrain<Next>()
  /// The number of the running publisher, or 0. Changed with the lock held, so that a value needs only a look.
  @usableFromInline let running = Word()
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  /// Nil after the end of the stream.
  @usableFromInline @exclusivity(unchecked) var onEnd: ((SequentialSubscription, Completion) -> Void)?
  /// The number of the latest publisher.
  @usableFromInline @exclusivity(unchecked) var latest = 0
  @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
  @usableFromInline @exclusivity(unchecked) var timer: DelayTimer?
  /// All demand so far.
  @usableFromInline @exclusivity(unchecked) var requested = Subscribers.Demand.none
  /// The number of values received. Touched by the publishers only, which are serial.
  @usableFromInline @exclusivity(unchecked) var received = 0

  /// - Parameter onEnd: Called at each completion. Subscribes again, now or later, or finishes the outbox.
  @inlinable init(_ outbox: Outbox<Value, Failure>, onEnd: @escaping (SequentialSubscription, Completion) -> Void) {
    self.outbox = outbox
    self.onEnd = onEnd
  }

  @inlinable func start() {
    outbox.addSource(self)
    outbox.start()
  }

  /// Subscribes to the next publisher. If a publisher is being subscribed to, then after that.
  ///
  /// Called only before the first publisher, and once after each has ended. This is not checked.
  @inlinable func next(_ subscribe: @escaping (SequentialSubscriber<Value, Failure>) -> Void) {
    drain.process(Next(subscribe: subscribe)) { next in
      lock.lock()
      if onEnd == nil { return lock.unlock() }
      latest += 1
      running.value = latest
      let subscriber = SequentialSubscriber(owner: self, number: latest)
      lock.unlock()
      next.subscribe(subscriber)
    }
  }

  /// Cancels the timer when the stream ends.
  @inlinable func wait(for timer: DelayTimer) {
    lock.lock()
    let isOver = onEnd == nil
    let former = self.timer
    if !isOver { self.timer = timer }
    lock.unlock()
    if isOver { timer.cancel() }
    withExtendedLifetime(former) {}
  }

  // MARK: Downstream

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    lock.lock()
    requested += demand
    let subscription = subscription
    lock.unlock()
    subscription?.request(demand)
  }

  @usableFromInline func cancel() {
    lock.lock()
    running.value = 0
    // Not in a tuple, whose type code that is not specialised would look up.
    let subscription = subscription
    let timer = timer
    let onEnd = onEnd
    self.subscription = nil
    self.timer = nil
    self.onEnd = nil
    lock.unlock()
    subscription?.cancel()
    timer?.cancel()
    withExtendedLifetime(onEnd) {}
  }
}

/// The subscriber to one publisher. Some publishers send no subscription, so it accepts values and a completion without one.
@usableFromInline struct SequentialSubscriber<Value, Failure: Error>: Subscriber {
  @usableFromInline let owner: SequentialSubscription<Value, Failure>
  @usableFromInline let number: Int
  /// Not the owner's: a publisher may keep its subscribers by their identifiers, and end with several at once.
  @usableFromInline let combineIdentifier: CombineIdentifier

  @inlinable init(owner: SequentialSubscription<Value, Failure>, number: Int) {
    (self.owner, self.number) = (owner, number)
    combineIdentifier = CombineIdentifier()
  }

  /// It needs no guard, like ``Input``.
  @inlinable static var _weight: Int { 0 }

  /// Subscribes to `publisher`, unless the stream is over.
  @inlinable func subscribe<P: Publisher>(to publisher: P) where P.Output == Value, P.Failure == Failure {
    if owner.running.value == number { publisher.subscribe(self) }
  }

  @inlinable func receive(subscription: any Subscription) { owner.begin(subscription, number) }
  @inlinable func receive(_ value: Value) -> Subscribers.Demand { owner.receive(value, from: number) }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) { owner.end(completion, number) }
}

extension SequentialSubscription {
  /// Requests the demand that is left.
  @inlinable func begin(_ subscription: any Subscription, _ number: Int) {
    lock.lock()
    let isFirst = running.value == number && self.subscription == nil
    if isFirst { self.subscription = subscription }
    let demand = requested.left(after: received)
    lock.unlock()
    if !isFirst { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  @inlinable @inline(__always) func receive(_ value: Value, from number: Int) -> Subscribers.Demand {
    if running.value != number { return .none }
    received += 1
    let more = outbox.send(value)
    return more == .none ? .none : add(more, from: number)
  }

  /// Adds demand that was returned to a publisher. If this has ended, the next one receives the request.
  @inlinable func add(_ more: Subscribers.Demand, from number: Int) -> Subscribers.Demand {
    lock.lock()
    requested += more
    let isRunning = running.value == number
    let latest = subscription
    lock.unlock()
    if isRunning { return more }
    latest?.request(more)
    return .none
  }

  /// - Parameter number: The number of the publisher that has ended, or 0 before the first.
  @inlinable func end(_ completion: Completion, _ number: Int) {
    lock.lock()
    if running.value != number { return lock.unlock() }
    running.value = 0
    let ended = subscription
    let onEnd = onEnd
    subscription = nil
    lock.unlock()
    onEnd?(self, completion)
    withExtendedLifetime(ended) {}
  }
}

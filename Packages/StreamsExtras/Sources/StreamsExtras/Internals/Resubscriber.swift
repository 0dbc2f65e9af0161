/// Subscribes to one publisher after another. A closure decides at each completion.
///
/// Unused demand carries over to the next publisher. Subscriptions in a row form a loop, not a recursion. Each has a number,
/// so that events of an earlier publisher are ignored without an object for each.
@usableFromInline final class Resubscriber<Value, Failure: Error>: Subscription {
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let outbox: Outbox<Value, Failure>
  @usableFromInline let repetitions: Int
  @usableFromInline let lock = Lock()
  /// The number of the running publisher, or 0. Changed with the lock held, so that a value needs only a look.
  @usableFromInline let running = Word()
  // Guarded by `lock`.
  /// Subscribes to the upstream, or to the next publisher of `subscribe(to:)`. A closure, because the deinit would look up
  /// the type of an optional publisher.
  @usableFromInline @exclusivity(unchecked) var connect: ((Receiver) -> Void)?
  /// Nil after the end.
  @usableFromInline @exclusivity(unchecked) var decide: ((Resubscriber, Completion, Int) -> Void)?
  /// The subscription of the running publisher, if it has sent one, or the wait for the next publisher.
  @usableFromInline @exclusivity(unchecked) var subscription: any Subscription = NoSubscription()
  /// All demand so far.
  @usableFromInline @exclusivity(unchecked) var wanted = Subscribers.Demand.none
  /// The number of the latest subscription, and of the latest one that has arrived. The second number takes less time to
  /// compare than an optional existential.
  @usableFromInline @exclusivity(unchecked) var latest = 0
  @usableFromInline @exclusivity(unchecked) var begun = 0
  /// Whether a thread is in the subscribing loop, and whether this loop must subscribe again.
  @usableFromInline @exclusivity(unchecked) var isLooping = false
  @usableFromInline @exclusivity(unchecked) var isUpcoming = false
  /// The number of values received. Touched by the publishers only, which are serial.
  @usableFromInline @exclusivity(unchecked) var sent = 0

  /// - Parameters:
  ///   - repetitions: The number of subscriptions that are made without a decision, as long as the publishers finish.
  ///   - connect: Subscribes to the upstream. If nil, use `subscribe(to:)`.
  ///   - decide: Called at each other completion, with the number of the subscription. Subscribes again, now or later, or
  ///     ends the outbox.
  @inlinable init(
    _ outbox: Outbox<Value, Failure>, repetitions: Int = 0, connect: ((Receiver) -> Void)? = nil,
    decide: @escaping (Resubscriber, Completion, Int) -> Void
  ) {
    self.outbox = outbox
    self.repetitions = repetitions
    self.connect = connect
    self.decide = decide
  }

  @inlinable func start() {
    outbox.addSource(self)
    outbox.start()
  }

  /// Subscribes to the upstream. If a thread is in the loop, it subscribes instead.
  ///
  /// - Parameter number: Has an effect only if the next publisher is awaited after the subscription with this number. The
  ///   first publisher is awaited after number 0.
  @inlinable func subscribe(after number: Int = 0) {
    var ended: any Subscription = NoSubscription()
    // Not returned by the lock's closure: a function that passes through generic code takes an allocation.
    var connect: ((Receiver) -> Void)?
    lock.withLock {
      if !isWaiting(after: number) { return }
      swap(&ended, &subscription)
      connect = prepare()
    }
    ended.cancel()
    if let connect { loop(connect) }
  }

  /// Subscribes to `other`, when the caller's subscribe has returned if that is in progress. Requires that no publisher
  /// is running.
  @inlinable func subscribe<P: Publisher>(to other: P) where P.Output == Value, P.Failure == Failure {
    var number = lock.withLock {
      if decide == nil { return 0 }
      if isLooping {
        connect = { other.subscribe($0) }
        return 0
      }
      isLooping = true
      return advance()
    }
    if number == 0 { return }
    other.subscribe(Receiver(owner: self, number: number))
    while number > 0 {
      var connect: ((Receiver) -> Void)?
      lock.withLock {
        connect = self.connect
        self.connect = nil
        isLooping = connect != nil
        number = isLooping ? advance() : 0
      }
      connect?(Receiver(owner: self, number: number))
    }
  }

  /// Stores the timer that calls `subscribe(after:)`, and cancels it when it has done so or the stream is over.
  @inlinable func wait(for timer: any Cancellable, after number: Int) {
    let isKept = lock.withLock {
      if !isWaiting(after: number) { return false }
      subscription = Wait(timer)
      return true
    }
    if !isKept { timer.cancel() }
  }

  /// Makes the loop subscribe again. If no thread is in it, returns what the caller must pass to `loop`. The lock is held.
  @inlinable func prepare() -> ((Receiver) -> Void)? {
    isUpcoming = true
    if isLooping { return nil }
    isLooping = true
    return connect
  }

  @inlinable func loop(_ connect: (Receiver) -> Void) {
    while true {
      let number = lock.withLock {
        isLooping = isUpcoming && decide != nil
        isUpcoming = false
        return isLooping ? advance() : 0
      }
      if number == 0 { return }
      connect(Receiver(owner: self, number: number))
    }
  }

  /// Returns the number of a new subscription. The lock is held.
  @inlinable func advance() -> Int {
    latest += 1
    running.value = latest
    return latest
  }

  /// Whether the publisher with this number has ended, and the next one is awaited. The lock is held.
  @inlinable func isWaiting(after number: Int) -> Bool {
    decide != nil && running.value == 0 && !isUpcoming && latest == number
  }

  // MARK: Downstream

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    let subscription = lock.withLock {
      wanted += demand
      return self.subscription
    }
    subscription.request(demand)
  }

  @usableFromInline func cancel() {
    var ended: any Subscription = NoSubscription()
    // Released outside the lock.
    var connect: ((Receiver) -> Void)?
    var decide: ((Resubscriber, Completion, Int) -> Void)?
    lock.withLock {
      running.value = 0
      swap(&ended, &subscription)
      (connect, decide) = (self.connect, self.decide)
      (self.connect, self.decide) = (nil, nil)
    }
    ended.cancel()
    _ = (connect, decide)
  }
}

/// The events of one publisher. Some publishers send no subscription, so values and a completion are accepted without one.
extension Resubscriber {
  @usableFromInline struct Receiver: Subscriber {
    @usableFromInline let owner: Resubscriber
    @usableFromInline let number: Int
    /// Not the owner's: a publisher may keep its subscribers by their identifiers, and end with several at once.
    @usableFromInline let combineIdentifier: CombineIdentifier

    @inlinable init(owner: Resubscriber, number: Int) {
      (self.owner, self.number) = (owner, number)
      combineIdentifier = CombineIdentifier()
    }

    @inlinable func receive(subscription: any Subscription) { owner.begin(subscription, number) }
    @inlinable func receive(_ value: Value) -> Subscribers.Demand { owner.receive(value, from: number) }
    @inlinable func receive(completion: Completion) { owner.end(completion, number) }
  }

  /// Requests the demand that is left.
  @inlinable func begin(_ subscription: any Subscription, _ number: Int) {
    let demand: Subscribers.Demand? = lock.withLock {
      if !isRunning(number) || begun == number { return nil }
      begun = number
      // Replaces no other: `end` or `subscribe(after:)` has taken it.
      self.subscription = subscription
      return wanted > .max(sent) ? wanted - .max(sent) : .none
    }
    guard let demand else { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  @inlinable @inline(__always) func receive(_ value: Value, from number: Int) -> Subscribers.Demand {
    if !isRunning(number) { return .none }
    sent += 1
    // This form of `send` is inlined.
    let more = outbox.send { value }
    return more == .none ? .none : passOn(more, from: number)
  }

  /// Receives a completion: that of the subscription with this number, or with 0 one before the first subscription.
  @inlinable func end(_ completion: Completion, _ number: Int) {
    var ended: any Subscription = NoSubscription()
    var connect: ((Receiver) -> Void)?
    var decide: ((Resubscriber, Completion, Int) -> Void)?
    lock.withLock {
      if !isRunning(number) { return }
      running.value = 0
      swap(&ended, &subscription)
      if number < repetitions, !completion.isFailure { connect = prepare() } else { decide = self.decide }
    }
    if let connect { loop(connect) }
    decide?(self, completion, number)
    _ = ended
  }

  /// False for the events of an earlier publisher, and after the end.
  @inlinable @inline(__always) func isRunning(_ number: Int) -> Bool { running.value == number }

  /// Adds demand returned to the subscription with this number. If it ended during that delivery, requests it of the next.
  @inlinable func passOn(_ more: Subscribers.Demand, from number: Int) -> Subscribers.Demand {
    let (isCurrent, subscription) = lock.withLock {
      wanted += more
      return (isRunning(number), self.subscription)
    }
    if isCurrent { return more }
    subscription.request(more)
    return .none
  }
}

/// The wait between two subscriptions.
@usableFromInline struct Wait: Subscription {
  @usableFromInline let timer: any Cancellable

  @inlinable init(_ timer: any Cancellable) { self.timer = timer }

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier() }
  @usableFromInline func request(_ demand: Subscribers.Demand) {}
  @usableFromInline func cancel() { timer.cancel() }
}

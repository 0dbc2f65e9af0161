/// Subscribes to one publisher after another. A closure decides at each completion.
///
/// Unused demand carries over to the next publisher. Subscriptions in a row form a loop, not a recursion. Each has a number,
/// so that events of an earlier publisher are ignored without an object for each.
@usableFromInline final class Resubscriber<Upstream: Publisher>: Subscription {
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let outbox: Outbox<Upstream.Output, Failure>
  @usableFromInline let repetitions: Int
  @usableFromInline let lock = Lock()
  /// The number of the running publisher, or 0. Changed with the lock held, so that a value needs only a look.
  @usableFromInline let running = Word()
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var upstream: Upstream?
  /// The subscription of the running publisher, if it has sent one.
  @usableFromInline @exclusivity(unchecked) var subscription: any Subscription = NoSubscription()
  @usableFromInline @exclusivity(unchecked) var decide: ((Completion, Int) -> Void)?
  /// All demand so far.
  @usableFromInline @exclusivity(unchecked) var wanted = Subscribers.Demand.none
  /// The number of the latest subscription, and of the latest one that has arrived. The second number takes less time to
  /// compare than an optional existential.
  @usableFromInline @exclusivity(unchecked) var latest = 0
  @usableFromInline @exclusivity(unchecked) var begun = 0
  /// Whether a thread is in the subscribing loop, and the next publisher of this loop.
  @usableFromInline @exclusivity(unchecked) var isLooping = false
  @usableFromInline @exclusivity(unchecked) var upcoming: Upstream?
  /// The number of values received. Touched by the publishers only, which are serial.
  @usableFromInline @exclusivity(unchecked) var sent = 0

  /// - Parameters:
  ///   - upstream: The publisher to subscribe to at the start and by default. If nil, `start` does not subscribe.
  ///   - repetitions: The number of subscriptions that are made without a decision, as long as the publishers finish.
  @inlinable init(_ upstream: Upstream?, _ outbox: Outbox<Upstream.Output, Failure>, repetitions: Int = 0) {
    self.upstream = upstream
    self.outbox = outbox
    self.repetitions = repetitions
  }

  /// - Parameters:
  ///   - completion: The completion of an earlier subscription, passed to `decide` first. If nil, it subscribes.
  ///   - decide: Called at each other completion, with the number of the subscription, or 0 for `completion`. Calls
  ///     `subscribe(to:)`, now or later, or ends the outbox.
  @inlinable func start(after completion: Completion? = nil, _ decide: @escaping (Completion, Int) -> Void) {
    let subscribes = lock.withLock {
      self.decide = decide
      return upstream != nil
    }
    outbox.addSource(self)
    outbox.start()
    if let completion {
      lock.withLock { self.decide }?(completion, 0)
    } else if subscribes {
      subscribe()
    }
  }

  /// Subscribes to `other`, or to the upstream. If a thread is in the loop, it subscribes instead. Has no effect before
  /// `start`.
  ///
  /// - Parameter number: Has an effect only if the next publisher is awaited, after the subscription with this number if
  ///   there is one.
  @inlinable func subscribe(to other: Upstream? = nil, after number: Int? = nil) {
    let isFirst = lock.withLock {
      if decide == nil || !isWaiting || number ?? latest != latest { return false }
      return prepare(other ?? upstream)
    }
    if isFirst { loop() }
  }

  /// Sets the next publisher. Returns whether the caller must call `loop`. The lock is held.
  @inlinable func prepare(_ next: Upstream?) -> Bool {
    upcoming = next
    defer { isLooping = true }
    return !isLooping
  }

  @inlinable func loop() {
    while let (publisher, number) = next() { publisher.subscribe(Receiver(owner: self, number: number)) }
  }

  /// Whether no publisher is running, and the next one is awaited. The lock is held.
  @inlinable var isWaiting: Bool { running.value == 0 && upcoming == nil }

  @inlinable func next() -> (Upstream, Int)? {
    // Released outside the lock.
    var publisher: Upstream?
    let number = lock.withLock { () -> Int? in
      swap(&publisher, &upcoming)
      isLooping = publisher != nil && decide != nil
      if !isLooping { return nil }
      latest += 1
      running.value = latest
      return latest
    }
    guard let publisher, let number else { return nil }
    return (publisher, number)
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
    let (decide, upstream) = lock.withLock {
      running.value = 0
      swap(&ended, &subscription)
      return (self.decide.take(), self.upstream.take())
    }
    ended.cancel()
    _ = (decide, upstream)
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
    @inlinable func receive(_ value: Upstream.Output) -> Subscribers.Demand { owner.receive(value, from: number) }
    @inlinable func receive(completion: Completion) { owner.end(completion, number) }
  }

  /// Requests the demand that is left.
  @inlinable func begin(_ subscription: any Subscription, _ number: Int) {
    let demand: Subscribers.Demand? = lock.withLock {
      if !isRunning(number) || begun == number { return nil }
      begun = number
      // Replaces no other: `end` has taken it.
      self.subscription = subscription
      return wanted > .max(sent) ? wanted - .max(sent) : .none
    }
    guard let demand else { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  @inlinable @inline(__always) func receive(_ value: Upstream.Output, from number: Int) -> Subscribers.Demand {
    if !isRunning(number) { return .none }
    sent += 1
    // This form of `send` is inlined.
    let more = outbox.send { value }
    return more == .none ? .none : passOn(more, from: number)
  }

  @inlinable func end(_ completion: Completion, _ number: Int) {
    var ended: any Subscription = NoSubscription()
    // Not returned by the lock's closure: a function that passes through generic code takes an allocation.
    var decide: ((Completion, Int) -> Void)?
    let isFirst = lock.withLock {
      if !isRunning(number) { return false }
      running.value = 0
      swap(&ended, &subscription)
      if number < repetitions, !completion.isFailure { return prepare(upstream) }
      decide = self.decide
      return false
    }
    if isFirst { loop() }
    decide?(completion, number)
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

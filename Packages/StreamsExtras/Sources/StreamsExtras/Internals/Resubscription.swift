/// Subscribes to one publisher after another for one subscriber. Unused demand carries over to the next.
///
/// Each subscription has a number, so that events of an earlier publisher are ignored.
@usableFromInline final class Resubscription<Value, Failure: Error>: Subscription, CustomStringConvertible {
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>
  @usableFromInline typealias GoesOn = (Resubscription, Completion) -> Bool

  @_alwaysEmitIntoClient let name: StaticString
  /// The number of the running publisher, or 0. Set with the lock held, so that a value needs only a look.
  @_alwaysEmitIntoClient let running = Word()
  /// Whether the demand is unlimited. Changed with the lock held, so that a value needs only a look.
  @_alwaysEmitIntoClient let isUnlimited = Word()
  /// Whether the stream has ended; 2 if it has been cancelled since. Changed with the lock held.
  @_alwaysEmitIntoClient let isOver = Word()
  /// Whether another publisher must be subscribed to after the one that is being subscribed to.
  @_alwaysEmitIntoClient let isNextDue = Word()
  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  /// An empty closure after the end of the stream.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var goesOn: GoesOn
  /// Nil after the end of the stream, like `upstream`. Each ``Resubscriber`` has a copy, which needs no lock.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var downstream: AnySubscriber<Value, Failure>?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var upstream: AnyPublisher<Value, Failure>?
  /// The number of the latest publisher. `goesOn` reads it without the lock: no publisher runs then.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var latest = 0
  /// Whether a publisher is being subscribed to. Publishers that end meanwhile form a loop, not a recursion.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isSubscribing = false
  /// Whether the latest publisher has sent its subscription, which may have been taken since. A second one is cancelled.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasBegun = false
  @_alwaysEmitIntoClient @exclusivity(unchecked) var subscription: (any Subscription)?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var timer: AnyCancellable?
  /// The demand that is left.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var demand = Subscribers.Demand.none
  /// The waits of `retry`. Nil before the first failure, while `goesOn` uses them, and after the end of the stream.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var backoff: Backoff?
  /// What the publisher uses, with `using`. Cancelled after the end of the stream, when it does not use it any more.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var resource: AnyCancellable?

  /// - Parameters:
  ///   - downstream: Released at the end of the stream, unless a publisher keeps its subscriber. An `AnyPublisher` of
  ///     Streams does so only if what it contains sends no subscription.
  ///   - upstream: Subscribed to each time. Released at the end.
  ///   - goesOn: Called at each completion. Calls `next()`, now or later, or returns false: the stream then ends.
  ///     Released at the end.
  @_alwaysEmitIntoClient init(
    _ name: StaticString, to downstream: AnySubscriber<Value, Failure>, from upstream: AnyPublisher<Value, Failure>?,
    goesOn: @escaping GoesOn
  ) {
    self.name = name
    self.downstream = downstream
    self.upstream = upstream
    self.goesOn = goesOn
  }

  @usableFromInline var description: String { name.description }

  /// Subscribes to the next publisher. If a publisher is being subscribed to, then after that.
  ///
  /// Called only before the first publisher, and once after each has ended. This is not checked.
  @_alwaysEmitIntoClient func next() {
    lock.lock()
    if isOver.isSet { return lock.unlock() }
    latest += 1
    running.value = latest
    hasBegun = false
    if isSubscribing {
      isNextDue.isSet = true
      return lock.unlock()
    }
    isSubscribing = true
    let (downstream, upstream) = (downstream, upstream)
    lock.unlock()
    guard let downstream, let upstream else { return }
    repeat {
      isNextDue.isSet = false
      upstream.subscribe(Resubscriber(owner: self, number: latest, downstream: downstream))
    } while !isOver.isSet && (isNextDue.isSet || goesOnSubscribing())
  }

  /// Whether a publisher has ended while it was subscribed to, on another thread, so that the next one is due.
  @usableFromInline func goesOnSubscribing() -> Bool {
    lock.withLock {
      isSubscribing = isNextDue.isSet
      return isSubscribing
    }
  }

  /// Keeps the timer of the wait after a publisher, which the end of the stream cancels. If the wait is over, that of a later
  /// publisher may have been kept already.
  @_alwaysEmitIntoClient func keep(_ new: AnyCancellable, after number: Int) {
    lock.lock()
    let (isOver, former) = (isOver.isSet, timer)
    if !isOver, number == latest { timer = new }
    lock.unlock()
    if isOver { new.cancel() }
    withExtendedLifetime(former) {}
  }

  /// Adds to the demand, and returns the running publisher's subscription. The lock must be held.
  @usableFromInline func add(_ more: Subscribers.Demand) -> (any Subscription)? {
    demand += more
    if demand == .unlimited { isUnlimited.isSet = true }
    return running.isSet ? subscription : nil
  }

  /// Ignores a request of no values, whether or not a publisher runs.
  @usableFromInline func request(_ more: Subscribers.Demand) {
    if more != .none { lock.withLock { add(more) }?.request(more) }
  }

  @usableFromInline func cancel() { _ = stop() }

  /// Ends the stream. Returns its subscriber, or nil if it was over, or if the user's code that this calls cancels it.
  ///
  /// Inlinable: code that is not specialised looks up the types of the functions.
  @_alwaysEmitIntoClient func stop() -> AnySubscriber<Value, Failure>? {
    lock.lock()
    if isOver.isSet {
      isOver.value = 2
      lock.unlock()
      return nil
    }
    // A publisher may use the resource until its subscription, which may still come, has been cancelled.
    let isRunning = running.isSet
    let unused = isRunning && !hasBegun ? nil : resource.take()
    isOver.isSet = true
    running.value = 0
    let (subscription, timer, backoff) = (subscription.take(), timer.take(), backoff.take())
    let (downstream, upstream, goesOn) = (downstream, upstream, goesOn)
    self.downstream = nil
    self.upstream = nil
    self.goesOn = { _, _ in false }
    lock.unlock()
    if isRunning { subscription?.cancel() }
    timer?.cancel()
    unused?.cancel()
    // `withExtendedLifetime` would look up the types.
    _ = consume upstream
    _ = consume goesOn
    _ = consume backoff
    return isOver.value == 1 ? downstream : nil
  }
}

/// The subscriber to one publisher. Some publishers send no subscription, so it accepts values and a completion without one.
@usableFromInline struct Resubscriber<Value, Failure: Error>: Subscriber {
  @_alwaysEmitIntoClient let owner: Resubscription<Value, Failure>
  @_alwaysEmitIntoClient let number: Int
  @_alwaysEmitIntoClient let downstream: AnySubscriber<Value, Failure>
  /// Not the owner's: a publisher may keep its subscribers by their identifiers, and end with several at once.
  @_alwaysEmitIntoClient let combineIdentifier = CombineIdentifier()

  @_alwaysEmitIntoClient init(
    owner: Resubscription<Value, Failure>, number: Int, downstream: AnySubscriber<Value, Failure>
  ) {
    (self.owner, self.number, self.downstream) = (owner, number, downstream)
  }

  /// Not -1, so Streams puts no edge before it.
  @_alwaysEmitIntoClient static var _weight: Int { 0 }

  @_alwaysEmitIntoClient func receive(subscription: any Subscription) { owner.begin(subscription, number) }

  @_alwaysEmitIntoClient func receive(_ value: Value) -> Subscribers.Demand {
    guard owner.running.value == number, owner.isUnlimited.isSet || owner.takeOne() else { return .none }
    let more = downstream.receive(value)
    return more == .none ? .none : owner.add(more, from: number)
  }

  @_alwaysEmitIntoClient func receive(completion: Subscribers.Completion<Failure>) { owner.end(completion, number) }
}

extension Resubscription {
  /// Requests the demand that is left.
  @_alwaysEmitIntoClient func begin(_ subscription: any Subscription, _ number: Int) {
    lock.lock()
    let isFirst = running.value == number && !hasBegun
    if isFirst { (self.subscription, hasBegun) = (subscription, true) }
    let demand = demand
    lock.unlock()
    if !isFirst {
      subscription.cancel()
      return releaseUnused()
    }
    if demand > .none { subscription.request(demand) }
  }

  /// Subtracts a value from the demand. Returns false if there is none.
  @usableFromInline func takeOne() -> Bool {
    lock.withLock {
      if demand == .none { return false }
      demand -= 1
      return true
    }
  }

  /// Adds demand that was returned to a publisher. If this has ended, the next one receives the request.
  @_alwaysEmitIntoClient func add(_ more: Subscribers.Demand, from number: Int) -> Subscribers.Demand {
    lock.lock()
    let subscription = add(more)
    let isRunning = running.value == number
    lock.unlock()
    if isRunning { return more }
    subscription?.request(more)
    return .none
  }

  /// - Parameter number: The number of the publisher that has ended.
  @_alwaysEmitIntoClient func end(_ completion: Completion, _ number: Int) {
    lock.lock()
    let isRunning = running.value == number
    let ended = isRunning ? subscription.take() : nil
    if isRunning { running.value = 0 }
    let goesOn = goesOn
    lock.unlock()
    if !isRunning { return releaseUnused() }
    // Nothing holds the publisher that has ended until the next one comes, which may be later.
    _ = consume ended
    if goesOn(self, completion) { return }
    _ = consume goesOn
    guard let downstream = stop() else { return releaseUnused() }
    downstream.receive(completion: completion)
  }

  /// Cancels the resource after the end of the stream, when the last publisher does not use it any more.
  @usableFromInline func releaseUnused() { if isOver.isSet { lock.withLock { resource.take() }?.cancel() } }
}

/// A publisher whose subscribers each have a ``Resubscription``, and receive its values directly. As an ``OwnPublisher``, it
/// receives a node of Streams itself, with no gate before it.
@usableFromInline struct Resubscribing<Output, Failure: Error>: OwnPublisher {
  @_alwaysEmitIntoClient let name: StaticString
  /// Nil for `using`, whose `start` makes it.
  @_alwaysEmitIntoClient let upstream: AnyPublisher<Output, Failure>?
  @_alwaysEmitIntoClient let start: (Resubscription<Output, Failure>) -> Void
  @_alwaysEmitIntoClient let goesOn: Resubscription<Output, Failure>.GoesOn

  @_alwaysEmitIntoClient init(
    _ name: StaticString, from upstream: AnyPublisher<Output, Failure>? = nil,
    start: @escaping (Resubscription<Output, Failure>) -> Void = { $0.next() },
    goesOn: @escaping Resubscription<Output, Failure>.GoesOn
  ) {
    (self.name, self.upstream, self.start, self.goesOn) = (name, upstream, start, goesOn)
  }

  @_alwaysEmitIntoClient func receive(subscriber: some Subscriber<Output, Failure>) {
    let downstream = AnySubscriber(subscriber)
    let sequence = Resubscription(name, to: downstream, from: upstream, goesOn: goesOn)
    downstream.receive(subscription: sequence)
    start(sequence)
  }
}

extension AnySubscriber {
  /// Sends into an outbox, which has requested the values.
  @_alwaysEmitIntoClient init(_ outbox: Outbox<Input, Failure>) {
    self.init(receiveValue: { outbox.send($0) }, receiveCompletion: { outbox.finish($0) })
  }
}

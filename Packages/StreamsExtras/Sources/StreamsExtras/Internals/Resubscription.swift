/// Subscribes to one publisher after another. Unused demand carries over to the next.
///
/// Each subscription has a number, so that events of an earlier publisher are ignored.
@usableFromInline final class Resubscription<Value, Failure: Error>: Subscription, CustomStringConvertible {
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>
  @usableFromInline typealias OnValue = (Value) -> Subscribers.Demand
  @usableFromInline typealias OnEnd = (Resubscription, Completion) -> Void
  @usableFromInline typealias Subscribe = (Resubscriber<Value, Failure>) -> Void

  @_alwaysEmitIntoClient let name: StaticString
  /// The number of the running publisher, which may still wait for its timer, or 0. Changed with the lock held, so that
  /// a value needs only a look.
  @_alwaysEmitIntoClient let running = Word()
  /// Whether the demand is unlimited. Changed with the lock held, so that a value needs only a look.
  @_alwaysEmitIntoClient let isUnlimited = Word()
  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  /// Nil after the end of the stream, like `onEnd`. Each subscriber has a copy, which needs no lock.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var onValue: OnValue?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var onEnd: OnEnd?
  /// The number of the latest publisher. `onEnd` reads it without the lock: no publisher runs then.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var latest = 0
  /// Whether a publisher is being subscribed to. One that ends meanwhile leaves the next one in `pending`, so that
  /// publishers that end at once form a loop, not a recursion.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isSubscribing = false
  @_alwaysEmitIntoClient @exclusivity(unchecked) var pending: Subscribe?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var subscription: (any Subscription)?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var kept: AnyCancellable?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var keepsTimer = false
  /// The demand that is left.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var demand = Subscribers.Demand.none

  /// - Parameters:
  ///   - onValue: Called for each requested value. Released at the end, unless a publisher keeps its subscriber. An
  ///     `AnyPublisher` of Streams does so only if what it contains sends no subscription.
  ///   - onEnd: Called at each completion. Subscribes again, now or later, or ends the stream.
  @_alwaysEmitIntoClient init(_ name: StaticString, onValue: @escaping OnValue, onEnd: @escaping OnEnd) {
    self.name = name
    self.onValue = onValue
    self.onEnd = onEnd
  }

  @usableFromInline var description: String { name.description }

  /// Subscribes to the next publisher. If a publisher is being subscribed to, then after that.
  ///
  /// Called only before the first publisher, and once after each has ended. This is not checked.
  @_alwaysEmitIntoClient func next(_ subscribe: @escaping Subscribe) {
    lock.lock()
    pending = subscribe
    let isNested = isSubscribing
    isSubscribing = true
    lock.unlock()
    if isNested { return }
    while let (subscribe, subscriber) = takePending() { subscribe(subscriber) }
  }

  /// Returns the next subscriber, and what subscribes it, maybe later: its number is the running one until that publisher
  /// ends. Nil if there is none, or after the end of the stream.
  @_alwaysEmitIntoClient func takePending() -> (Subscribe, Resubscriber<Value, Failure>)? {
    lock.lock()
    let subscribe = pending
    let onValue = onValue
    pending = nil
    isSubscribing = subscribe != nil && onValue != nil
    if isSubscribing {
      latest += 1
      running.value = latest
    }
    let number = latest
    lock.unlock()
    guard let subscribe, let onValue else { return nil }
    return (subscribe, Resubscriber(owner: self, number: number, onValue: onValue))
  }

  /// Cancels `new` at the end of the stream: a timer at once, a resource when the publisher no longer uses it.
  @_alwaysEmitIntoClient func keep(_ new: AnyCancellable, isTimer: Bool = false) {
    lock.lock()
    let isOver = onEnd == nil
    let former = kept
    if !isOver { (kept, keepsTimer) = (new, isTimer) }
    lock.unlock()
    if isOver { new.cancel() }
    withExtendedLifetime(former) {}
  }

  /// Adds to the demand, and returns the running publisher's subscription. The lock must be held.
  @usableFromInline func add(_ more: Subscribers.Demand) -> (any Subscription)? {
    demand += more
    if demand == .unlimited { isUnlimited.isSet = true }
    return subscription
  }

  /// Ignores a request of no values, whether or not a publisher runs.
  @usableFromInline func request(_ more: Subscribers.Demand) {
    if more != .none { lock.withLock { add(more) }?.request(more) }
  }

  @usableFromInline func cancel() { _ = stop() }

  /// Ends the stream. Returns false if it was over.
  ///
  /// Inlinable: code that is not specialised looks up the types of the functions.
  @_alwaysEmitIntoClient func stop() -> Bool {
    lock.lock()
    // A publisher may use the resource until its subscription, which may still come, has been cancelled.
    let isUsed = !keepsTimer && running.value != 0 && self.subscription == nil
    let kept = self.onEnd == nil || isUsed ? nil : self.kept.take()
    running.value = 0
    let subscription = subscription.take()
    let pending = pending
    let onValue = onValue
    let onEnd = onEnd
    self.pending = nil
    self.onValue = nil
    self.onEnd = nil
    lock.unlock()
    subscription?.cancel()
    kept?.cancel()
    // `withExtendedLifetime` would look up their types.
    _ = consume pending
    _ = consume onValue
    return onEnd != nil
  }
}

/// The subscriber to one publisher. Some publishers send no subscription, so it accepts values and a completion without one.
@usableFromInline struct Resubscriber<Value, Failure: Error>: Subscriber {
  @_alwaysEmitIntoClient let owner: Resubscription<Value, Failure>
  @_alwaysEmitIntoClient let number: Int
  @_alwaysEmitIntoClient let onValue: (Value) -> Subscribers.Demand
  /// Not the owner's: a publisher may keep its subscribers by their identifiers, and end with several at once.
  @_alwaysEmitIntoClient let combineIdentifier = CombineIdentifier()

  @_alwaysEmitIntoClient init(
    owner: Resubscription<Value, Failure>, number: Int, onValue: @escaping (Value) -> Subscribers.Demand
  ) {
    (self.owner, self.number, self.onValue) = (owner, number, onValue)
  }

  /// Not -1, so Streams puts no edge before it.
  @_alwaysEmitIntoClient static var _weight: Int { 0 }

  /// Subscribes to `publisher`, unless the stream is over.
  @_alwaysEmitIntoClient func subscribe(to publisher: some Publisher<Value, Failure>) {
    if owner.running.value == number { publisher.subscribe(self) } else { owner.end(.finished, number) }
  }

  @_alwaysEmitIntoClient func receive(subscription: any Subscription) { owner.begin(subscription, number) }

  @_alwaysEmitIntoClient func receive(_ value: Value) -> Subscribers.Demand {
    guard owner.running.value == number, owner.isUnlimited.isSet || owner.takeOne() else { return .none }
    let more = onValue(value)
    return more == .none ? .none : owner.add(more, from: number)
  }

  @_alwaysEmitIntoClient func receive(completion: Subscribers.Completion<Failure>) { owner.end(completion, number) }
}

extension Resubscription {
  /// Requests the demand that is left.
  @_alwaysEmitIntoClient func begin(_ subscription: any Subscription, _ number: Int) {
    lock.lock()
    let isFirst = running.value == number && self.subscription == nil
    if isFirst { self.subscription = subscription }
    let demand = demand
    lock.unlock()
    if !isFirst {
      subscription.cancel()
      return end(.finished, -1)
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
    let latest = add(more)
    let isRunning = running.value == number
    lock.unlock()
    if isRunning { return more }
    latest?.request(more)
    return .none
  }

  /// - Parameter number: The number of the publisher that has ended, 0 before the first, or -1 if one is cancelled late.
  @_alwaysEmitIntoClient func end(_ completion: Completion, _ number: Int) {
    lock.lock()
    let onEnd = onEnd
    if running.value != number {
      let unused = onEnd == nil ? kept.take() : nil
      lock.unlock()
      unused?.cancel()
      return
    }
    running.value = 0
    let ended = subscription.take()
    lock.unlock()
    onEnd?(self, completion)
    withExtendedLifetime(ended) {}
  }
}

/// A publisher whose subscribers each have a ``Resubscription``, and receive its values directly. As an ``OwnPublisher``, it
/// receives a node of Streams itself, with no gate before it.
@usableFromInline struct Resubscribing<Output, Failure: Error>: OwnPublisher {
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>
  @usableFromInline typealias GoOn = (Resubscription<Output, Failure>, Completion) -> Bool

  @_alwaysEmitIntoClient let name: StaticString
  @_alwaysEmitIntoClient let first: Completion
  @_alwaysEmitIntoClient let goOn: GoOn

  /// - Parameters:
  ///   - first: The completion with which it starts.
  ///   - goOn: Called at each completion. Subscribes again, now or later, or returns false: the stream then ends.
  @_alwaysEmitIntoClient init(_ name: StaticString, after first: Completion, goOn: @escaping GoOn) {
    self.name = name
    self.first = first
    self.goOn = goOn
  }

  @_alwaysEmitIntoClient func receive(subscriber: some Subscriber<Output, Failure>) {
    let goOn = goOn
    let sequence = Resubscription<Output, Failure>(name) {
      subscriber.receive($0)
    } onEnd: { sequence, completion in
      if !goOn(sequence, completion), sequence.stop() { subscriber.receive(completion: completion) }
    }
    subscriber.receive(subscription: sequence)
    sequence.end(first, 0)
  }
}

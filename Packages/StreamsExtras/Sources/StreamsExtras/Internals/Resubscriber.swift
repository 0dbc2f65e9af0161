/// Subscribes to one publisher after another. A closure decides at each completion.
///
/// Unused demand carries over to the next publisher. Subscriptions in a row form a loop, not a recursion.
@usableFromInline final class Resubscriber<Upstream: Publisher>: Subscription {
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let outbox: Outbox<Upstream.Output, Failure>
  // Stored, so that they are specialised where this is created.
  @usableFromInline let onValue: (Input<Upstream.Output, Failure>, Upstream.Output) -> Subscribers.Demand
  @usableFromInline let onCompletion: (Input<Upstream.Output, Failure>, Completion) -> Void
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var upstream: Upstream?
  @usableFromInline @exclusivity(unchecked) var input: Input<Upstream.Output, Failure>?
  @usableFromInline @exclusivity(unchecked) var decide: ((Completion) -> Void)?
  @usableFromInline @exclusivity(unchecked) var requested = Subscribers.Demand.none
  @usableFromInline @exclusivity(unchecked) var returned = Subscribers.Demand.none
  /// Whether no publisher is running, and the next one is awaited.
  @usableFromInline @exclusivity(unchecked) var isWaiting = true
  /// The number of the latest input.
  @usableFromInline @exclusivity(unchecked) var current = 0
  /// Whether a thread is in the subscribing loop, and the next publisher of this loop.
  @usableFromInline @exclusivity(unchecked) var isLooping = false
  @usableFromInline @exclusivity(unchecked) var upcoming: Upstream?
  /// The number of inputs so far. Touched by the thread in the loop only.
  @usableFromInline @exclusivity(unchecked) var generation = 0
  /// The number of values received. Touched by the publishers only, which are serial.
  @usableFromInline @exclusivity(unchecked) var sent = 0

  /// - Parameter upstream: The publisher to subscribe to at the start and by default. If nil, `start` does not subscribe.
  @inlinable init(_ upstream: Upstream?, _ outbox: Outbox<Upstream.Output, Failure>) {
    self.upstream = upstream
    self.outbox = outbox
    onValue = { input, value in input.withOwner(Resubscriber.self) { $0.receive(value, from: input.number) } }
    onCompletion = { input, completion in input.withOwner(Resubscriber.self) { $0.ended(completion) } }
  }

  /// - Parameters:
  ///   - completion: The completion of an earlier subscription, passed to `decide` first. If nil, it subscribes.
  ///   - decide: Called at each completion. Calls `subscribe(to:)`, now or later, or ends the outbox.
  @inlinable func start(after completion: Completion? = nil, _ decide: @escaping (Completion) -> Void) {
    let subscribes = lock.withLock {
      self.decide = decide
      return upstream != nil
    }
    outbox.addSource(self)
    outbox.start()
    if let completion { ended(completion) } else if subscribes { subscribe() }
  }

  /// Subscribes to `other`, or to the upstream. If a thread is in the loop, it subscribes instead. Has no effect before
  /// `start`.
  ///
  /// - Parameter number: Has an effect only if the next publisher is awaited, after the input with this number if there is
  ///   one.
  @inlinable func subscribe(to other: Upstream? = nil, after number: Int? = nil) {
    let isFirst = lock.withLock {
      if decide == nil || !isWaiting || number ?? current != current { return false }
      isWaiting = false
      upcoming = other ?? upstream
      defer { isLooping = true }
      return !isLooping
    }
    guard isFirst else { return }
    while let publisher = next() {
      // Only the thread in the loop creates inputs.
      generation += 1
      let input = Input<Upstream.Output, Failure>(
        owner: self, number: generation, onValue: onValue, onCompletion: onCompletion)
      input.request(enter(input))
      input.subscribe(to: publisher)
    }
  }

  @inlinable func next() -> Upstream? {
    // Released outside the lock.
    var publisher: Upstream?
    let isOpen = lock.withLock {
      swap(&publisher, &upcoming)
      isLooping = publisher != nil && decide != nil
      return isLooping
    }
    return isOpen ? publisher : nil
  }

  /// Returns the demand that is left for an input.
  @inlinable func enter(_ input: Input<Upstream.Output, Failure>) -> Subscribers.Demand {
    let demand = lock.withLock { () -> Subscribers.Demand? in
      if decide == nil { return nil }
      self.input = input
      current = input.number
      let total = requested + returned
      return total > .max(sent) ? total - .max(sent) : .none
    }
    if demand == nil { input.cancel() }
    return demand ?? .none
  }

  @inlinable @inline(__always) func receive(_ value: Upstream.Output, from number: Int) -> Subscribers.Demand {
    sent += 1
    let more = outbox.send(value)
    return more == .none ? .none : passOn(more, from: number)
  }

  @usableFromInline var latestNumber: Int { lock.withLock { current } }

  /// Adds demand returned to the subscription with this number. If it ended during that delivery, requests it of the next.
  @inlinable func passOn(_ more: Subscribers.Demand, from number: Int) -> Subscribers.Demand {
    let (isCurrent, input) = lock.withLock {
      returned += more
      return (current == number, self.input)
    }
    if isCurrent { return more }
    input?.request(more)
    return .none
  }

  @usableFromInline func ended(_ completion: Completion) {
    let decide = lock.withLock {
      input = nil
      isWaiting = true
      return self.decide
    }
    decide?(completion)
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    let input = lock.withLock {
      requested += demand
      return self.input
    }
    input?.request(demand)
  }

  @usableFromInline func cancel() {
    let (input, decide, upstream) = lock.withLock { (self.input.take(), self.decide.take(), self.upstream.take()) }
    input?.cancel()
    _ = (decide, upstream)
  }
}

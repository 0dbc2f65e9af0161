/// Subscribes to one publisher after another. A closure decides at each completion.
///
/// Unused demand carries over to the next publisher. Subscriptions in a row form a loop, not a recursion.
@usableFromInline final class Resubscriber<Upstream: Publisher>: Subscription {
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let upstream: Upstream?
  @usableFromInline let outbox: Outbox<Upstream.Output, Failure>
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  @usableFromInline var input: Input<Upstream.Output, Failure>?
  @usableFromInline var decide: ((Completion) -> Void)?
  @usableFromInline var requested = Subscribers.Demand.none
  @usableFromInline var returned = Subscribers.Demand.none
  /// The number of subscriptions so far.
  @usableFromInline var generation = 0
  /// Whether a thread is in the subscribing loop, and the next publisher of this loop.
  @usableFromInline var isLooping = false
  @usableFromInline var upcoming: Upstream?
  // The number of values received. Touched by the publishers only, which are serial.
  @usableFromInline @exclusivity(unchecked) var sent = 0

  /// - Parameter upstream: The publisher to subscribe to at the start and by default. If nil, `start` does not subscribe.
  @inlinable init(_ upstream: Upstream?, _ outbox: Outbox<Upstream.Output, Failure>) {
    self.upstream = upstream
    self.outbox = outbox
  }

  /// - Parameters:
  ///   - completion: The completion of an earlier subscription, passed to `decide` first. If nil, it subscribes.
  ///   - decide: Called at each completion. Calls `subscribe(to:)`, now or later, or ends the outbox.
  @inlinable func start(after completion: Completion? = nil, _ decide: @escaping (Completion) -> Void) {
    self.decide = decide
    outbox.addSource(self)
    outbox.start()
    if let completion { ended(completion) } else if upstream != nil { subscribe() }
  }

  /// Subscribes to `other`, or to the upstream. If a thread is in the loop, it subscribes instead. Called once per completion.
  @inlinable func subscribe(to other: Upstream? = nil) {
    let isFirst = lock.withLock {
      upcoming = other ?? upstream
      defer { isLooping = true }
      return !isLooping
    }
    guard isFirst else { return }
    while let (publisher, input, demand) = next() {
      input.request(demand)
      input.subscribe(to: publisher)
    }
  }

  @inlinable func next() -> (Upstream, Input<Upstream.Output, Failure>, Subscribers.Demand)? {
    // Only the thread in the loop changes the generation.
    let number = lock.withLock { generation } + 1
    let input = Input<Upstream.Output, Failure>(
      onValue: { [self] value in
        sent += 1
        let more = outbox.send(value)
        return more == .none ? .none : passOn(more, from: number)
      },
      onCompletion: { [self] in ended($0) })
    // Released outside the lock.
    var publisher: Upstream?
    let demand = lock.withLock { () -> Subscribers.Demand? in
      swap(&publisher, &upcoming)
      isLooping = publisher != nil && decide != nil
      guard isLooping else { return nil }
      self.input = input
      generation = number
      let total = requested + returned
      return total > .max(sent) ? total - .max(sent) : .none
    }
    guard let publisher, let demand else { return nil }
    return (publisher, input, demand)
  }

  /// Adds demand returned to the subscription with this number. If it ended during that delivery, requests it of the next.
  @inlinable func passOn(_ more: Subscribers.Demand, from number: Int) -> Subscribers.Demand {
    let (isCurrent, input) = lock.withLock {
      returned += more
      return (generation == number, self.input)
    }
    if isCurrent { return more }
    input?.request(more)
    return .none
  }

  @usableFromInline func ended(_ completion: Completion) {
    let decide = lock.withLock {
      input = nil
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
    let (input, decide) = lock.withLock { (self.input.take(), self.decide.take()) }
    input?.cancel()
    _ = decide
  }
}

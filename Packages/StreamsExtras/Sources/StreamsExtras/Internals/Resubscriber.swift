/// Subscribes to one publisher after the other, or to the same one again, as a closure decides at each end.
///
/// Demand that was not served by one is carried to the next. Any number of subscriptions in a row is a loop.
@usableFromInline final class Resubscriber<Upstream: Publisher> {
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
  /// How many subscriptions there have been.
  @usableFromInline var generation = 0
  /// Whether a thread is in the loop that subscribes, and the publisher that is next there.
  @usableFromInline var isLooping = false
  @usableFromInline var upcoming: Upstream?
  // Touched by the publishers alone, which are serial: how many values they have sent.
  @usableFromInline @exclusivity(unchecked) var sent = 0

  /// - Parameter upstream: What is subscribed to at the start, and again. Without it nothing is at the start.
  @inlinable init(_ upstream: Upstream?, _ outbox: Outbox<Upstream.Output, Failure>) {
    self.upstream = upstream
    self.outbox = outbox
  }

  /// - Parameter decide: Called at each end: calls `subscribe(to:)`, now or later, or ends the outbox.
  @inlinable func start(_ decide: @escaping (Completion) -> Void) {
    self.decide = decide
    outbox.onDemand { self.request($0) }
    outbox.add(AnyCancellable { self.cancel() })
    outbox.start()
    if upstream != nil { subscribe() }
  }

  /// Subscribes to `other` or to the upstream, or lets the thread do so that is just subscribing. Called once for each end.
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
    // Only the thread in the loop makes new ones.
    let number = lock.withLock { generation } + 1
    let input = Input<Upstream.Output, Failure>(
      onValue: { [self] value in
        sent += 1
        let more = outbox.send(value)
        return more == .none ? .none : passOn(more, from: number)
      },
      onCompletion: { [self] in ended($0) })
    // Taken out, so that it is released outside of the lock.
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

  /// Demand that was returned to the subscription with this number. If it ended within that delivery, the next one is asked.
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

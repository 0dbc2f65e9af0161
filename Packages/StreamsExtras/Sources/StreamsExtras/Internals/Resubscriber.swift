/// Subscribes to an upstream again and again, as a closure decides at each of its ends.
///
/// Demand that was not served by one subscription is carried to the next. Any number of subscriptions in a row is a loop.
@usableFromInline final class Resubscriber<Upstream: Publisher> {
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let upstream: Upstream
  @usableFromInline let outbox: Outbox<Upstream.Output, Failure>
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  @usableFromInline var input: Input<Upstream.Output, Failure>?
  @usableFromInline var decide: ((Completion) -> Void)?
  @usableFromInline var requested = Subscribers.Demand.none
  @usableFromInline var returned = Subscribers.Demand.none
  /// How many subscriptions there have been.
  @usableFromInline var generation = 0
  /// Whether a thread is in the loop that subscribes, and whether that is to go round again.
  @usableFromInline var isLooping = false
  @usableFromInline var goesOn = false
  // Touched by the upstream alone, which is serial: how many values it has sent.
  @usableFromInline @exclusivity(unchecked) var sent = 0

  /// - Parameter decide: Called at each end of the upstream: calls `subscribe()`, now or later, or ends the outbox.
  @inlinable init(
    _ upstream: Upstream, _ outbox: Outbox<Upstream.Output, Failure>
  ) {
    self.upstream = upstream
    self.outbox = outbox
  }

  @inlinable func start(_ decide: @escaping (Completion) -> Void) {
    self.decide = decide
    outbox.onDemand { self.request($0) }
    outbox.add(AnyCancellable { self.cancel() })
    outbox.start()
    subscribe()
  }

  /// Subscribes to the upstream, or lets the thread do so that is just subscribing.
  @inlinable func subscribe() {
    let isFirst = lock.withLock {
      goesOn = true
      defer { isLooping = true }
      return !isLooping
    }
    guard isFirst else { return }
    while let (input, demand) = nextInput() {
      input.request(demand)
      upstream.subscribe(input)
    }
  }

  @inlinable func nextInput() -> (Input<Upstream.Output, Failure>, Subscribers.Demand)? {
    // Only the thread in the loop makes new ones.
    let number = lock.withLock { generation } + 1
    let input = Input<Upstream.Output, Failure>(
      onValue: { [self] value in
        sent += 1
        let more = outbox.send(value)
        return more == .none ? .none : passOn(more, from: number)
      },
      onCompletion: { [self] in ended($0) })
    return lock.withLock {
      isLooping = goesOn && decide != nil
      goesOn = false
      guard isLooping else { return nil }
      self.input = input
      generation = number
      let total = requested + returned
      return (input, total > .max(sent) ? total - .max(sent) : .none)
    }
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

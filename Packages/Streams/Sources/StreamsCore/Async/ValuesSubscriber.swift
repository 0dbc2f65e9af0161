/// Receives values for waiting tasks, and requests one value for each wait.
///
/// Sendable because its state is guarded by its lock. It forwards values to the waiting task on the thread on which the
/// publisher sends them.
final class ValuesSubscriber<Input, Failure: Error>: _OperatorSubscriber<Input, Failure>, Cancellable,
  @unchecked Sendable
{
  typealias Waiter = UnsafeContinuation<Transferred<Result<Input?, Failure>>, Never>

  private enum Outcome {
    case ended(Failure?)
    case request
    case wait
  }

  private let lock = Lock()
  // Guarded by `lock`.
  /// Waiting tasks, newest first.
  @exclusivity(unchecked) private var waiters: [Waiter] = []
  /// The values requested before the subscription arrived.
  @exclusivity(unchecked) private var demand = Subscribers.Demand.none
  @exclusivity(unchecked) private var hasSubscription = false
  @exclusivity(unchecked) private var hasEnded = false
  /// An error that has not been thrown yet.
  @exclusivity(unchecked) private var error: Failure?

  init() {
    super.init {
      _unsafeUncheckedDowncast($0, to: Self.self).hand($1)
      return .none
    }
  }

  override func receive(subscription: any Subscription) {
    if accept(subscription) {
      begin()
    }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    // Accepted even without a subscription.
    guard finish() else { return }
    if case .failure(let error) = completion { end(error) } else { end(nil) }
  }

  /// Returns the next value, nil at the end, or the error once. Cancelling the task ends the subscription.
  func next(isolation: isolated (any Actor)?) async -> Result<Input?, Failure> {
    let next = await withTaskCancellationHandler {
      await withUnsafeContinuation(isolation: isolation) { wait($0) }
    } onCancel: {
      cancel()
    }
    return next.value
  }

  func cancel() {
    _ = finishAndCancel()
    end(nil)
  }

  private func wait(_ waiter: Waiter) {
    let outcome: Outcome = lock.withLock {
      if hasEnded {
        defer { error = nil }
        return .ended(error)
      }
      waiters.insert(waiter, at: 0)
      if hasSubscription { return .request }
      demand += 1
      return .wait
    }
    switch outcome {
    case .ended(let error): waiter.resume(returning: Self.end(with: error))
    case .request: relay(.max(1))
    case .wait: break
    }
  }

  private func begin() {
    let demand = lock.withLock {
      hasSubscription = true
      return self.demand
    }
    if demand != .none { relay(demand) }
  }

  /// Resumes the longest waiting task with a value. Without a waiting task the value is dropped.
  private func hand(_ value: Input) {
    if isOver() { return }
    lock.withLock { waiters.popLast() }?.resume(returning: Transferred(.success(value)))
  }

  private func end(_ failure: Failure?) {
    var left: [Waiter] = []
    lock.withLock {
      if hasEnded { return }
      hasEnded = true
      swap(&left, &waiters)
      if left.isEmpty { error = failure }
    }
    for (index, waiter) in left.reversed().enumerated() {
      waiter.resume(returning: Self.end(with: index == 0 ? failure : nil))
    }
  }

  private static func end(with failure: Failure?) -> Transferred<Result<Input?, Failure>> {
    if let failure { Transferred(.failure(failure)) } else { Transferred(.success(nil)) }
  }
}

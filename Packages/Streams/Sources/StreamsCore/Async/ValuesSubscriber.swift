/// Receives values for tasks, and requests one value for each call of ``next(isolation:)``.
///
/// A value that arrives during the request, from a sequence for example, is returned without a continuation. Otherwise the
/// task waits, and the publisher resumes it on its own thread.
///
/// Sendable because its state is guarded by its lock.
@usableFromInline
final class ValuesSubscriber<Input, Failure: Error>: OperatorSubscriber<Input, Failure>, @unchecked Sendable {
  @usableFromInline typealias Next = Result<Input?, Failure>
  @usableFromInline typealias Waiter = UnsafeContinuation<Next, Never>

  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  /// Waiting tasks, oldest first.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var waiters = Ring<Waiter>()
  /// The number of tasks that have requested a value, and neither have it nor wait.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var requesting = 0
  /// Values for these tasks.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var ready = Ring<Input>()
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasSubscription = false
  /// Whether later calls return the end.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isDownstreamOver = false
  /// An error that has not been thrown yet.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var error: Failure?

  @_alwaysEmitIntoClient init() {
    super.init {
      _unsafeUncheckedDowncast($0, to: Self.self).pass($1)
      return .none
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    let early = lock.withLock {
      hasSubscription = true
      return requesting + waiters.count
    }
    if early > 0 { relay(.max(early)) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    // Accepted even without a subscription.
    guard finish() else { return }
    if case .failure(let error) = completion { end(error) } else { end(nil) }
  }

  /// Gives a value to the task that has waited longest. Without a task that has requested it, the value is dropped.
  @_alwaysEmitIntoClient func pass(_ value: Input) {
    if upstreamIsOver() { return }
    let waiter: Waiter? = lock.withLock {
      if !waiters.isEmpty { return waiters.removeFirst() }
      if ready.count < requesting { ready.append(value) }
      return nil
    }
    waiter?.resume(returning: .success(value))
  }

  /// Returns the next value, nil at the end, or the error once. Cancelling the task ends the subscription.
  @_alwaysEmitIntoClient func next(isolation: isolated (any Actor)?) async -> Next {
    if Task.isCancelled { cancel() }
    if let known = request() { return known }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation(isolation: isolation) { wait($0) }
    } onCancel: {
      cancel()
    }
  }

  @inlinable override func cancel() {
    _ = finishAndCancel()
    end(nil)
  }

  /// Requests a value. Returns it if it arrives at once, or the end.
  @_alwaysEmitIntoClient func request() -> Next? {
    let relaysNow: Bool? = lock.withLock {
      if isDownstreamOver { return nil }
      requesting += 1
      return hasSubscription
    }
    guard let relaysNow else { return takeEnd() }
    if relaysNow { relay(.max(1)) }
    return lock.withLock { takeReady() }
  }

  /// Returns a value that is ready. The lock must be held.
  @_alwaysEmitIntoClient func takeReady() -> Next? {
    if ready.isEmpty { return nil }
    requesting -= 1
    return .success(ready.removeFirst())
  }

  @_alwaysEmitIntoClient func takeEnd() -> Next {
    let error = lock.withLock { self.error.take() }
    return error.map { .failure($0) } ?? .success(nil)
  }

  @_alwaysEmitIntoClient func wait(_ waiter: Waiter) {
    let (known, isOver): (Next?, Bool) = lock.withLock {
      if let value = takeReady() { return (value, false) }
      requesting -= 1
      if !isDownstreamOver { waiters.append(waiter) }
      return (nil, isDownstreamOver)
    }
    if let known {
      waiter.resume(returning: known)
    } else if isOver {
      waiter.resume(returning: takeEnd())
    }
  }

  @usableFromInline func end(_ failure: Failure?) {
    var left = Ring<Waiter>()
    lock.withLock {
      if isDownstreamOver { return }
      isDownstreamOver = true
      swap(&left, &waiters)
      if left.isEmpty { error = failure }
    }
    var failure = failure
    while !left.isEmpty {
      let waiter = left.removeFirst()
      waiter.resume(returning: failure.take().map { .failure($0) } ?? .success(nil))
    }
  }
}

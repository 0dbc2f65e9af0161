/// Receives values for tasks, and requests one value for each call of ``next(isolation:)``.
///
/// A value that arrives during the request, from a sequence for example, is returned without a continuation. Otherwise the
/// task waits, and the publisher resumes it on its own thread.
///
/// Sendable because its state is guarded by its lock.
@usableFromInline
final class ValuesSubscriber<Input, Failure: Error>: _ErasedSubscriber<Input, Failure>, Cancellable,
  @unchecked Sendable
{
  /// Without the type of the error: the layout of `CancellationError`, known only at run time, costs a value 30 ns.
  @usableFromInline typealias Next = Result<Input?, any Error>
  @usableFromInline typealias Waiter = UnsafeContinuation<Next, Never>

  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  /// Waiting tasks, oldest first.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var waiters = Ring<Waiter>()
  /// The number of tasks that have requested a value, and neither have it nor wait.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var requesting = 0
  /// Values for these tasks.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var ready = Ring<Input>()
  /// The subscription; nil after the end.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var upstream: (any Subscription & AnyObject)?
  /// Whether later calls return the end.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isOver = false
  /// An error that has not been thrown yet.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var error: (any Error)?

  @_alwaysEmitIntoClient init() {
    super.init {
      _unsafeUncheckedDowncast($0, to: Self.self).pass($1)
      return .none
    }
  }

  override func receive(subscription: any Subscription) {
    let object = subscription._object
    let early: Int? = lock.withLock {
      if isOver || upstream != nil { return nil }
      upstream = object
      return requesting + waiters.count
    }
    guard let early else { return subscription.cancel() }
    if early > 0 { subscription.request(.max(early)) }
  }

  /// Accepted even without a subscription.
  override func receive(completion: Subscribers.Completion<Failure>) {
    if case .failure(let error) = completion { end(error) } else { end(nil) }
  }

  /// Gives a value to the task that has waited longest. Without a task that has requested it, the value is dropped.
  @_alwaysEmitIntoClient func pass(_ value: Input) {
    let waiter: Waiter? = lock.withLock {
      if !waiters.isEmpty { return waiters.removeFirst() }
      if !isOver, ready.count < requesting { ready.append(value) }
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

  @usableFromInline func cancel() { end(nil, cancelling: true) }

  /// Requests a value. Returns it if it arrives at once, or the end.
  @_alwaysEmitIntoClient func request() -> Next? {
    let (isOver, upstream): (Bool, (any Subscription & AnyObject)?) = lock.withLock {
      if !self.isOver { requesting += 1 }
      return (self.isOver, self.upstream)
    }
    if isOver { return takeEnd() }
    upstream?.request(.max(1))
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
      if !self.isOver { waiters.append(waiter) }
      return (nil, self.isOver)
    }
    if let known {
      waiter.resume(returning: known)
    } else if isOver {
      waiter.resume(returning: takeEnd())
    }
  }

  @_alwaysEmitIntoClient func end(_ failure: (any Error)?, cancelling: Bool = false) {
    var left = Ring<Waiter>()
    let upstream: (any Subscription & AnyObject)? = lock.withLock {
      if isOver { return nil }
      isOver = true
      swap(&left, &waiters)
      if left.isEmpty { error = failure }
      return self.upstream.take()
    }
    if cancelling { upstream?.cancel() }
    var failure = failure
    while !left.isEmpty {
      let waiter = left.removeFirst()
      waiter.resume(returning: failure.take().map { .failure($0) } ?? .success(nil))
    }
  }
}

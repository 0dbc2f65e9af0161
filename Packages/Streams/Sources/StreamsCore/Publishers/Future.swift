import Synchronization

/// Sends one value, or fails, when its promise is called. The closure runs once, when the future is created.
///
/// The first result is kept for all current and later subscribers. A value is sent on demand, a failure immediately.
public final class Future<Output, Failure: Error>: OwnPublisher {
  /// Fulfils a future. Only the first call has an effect. May be called from any thread.
  public typealias Promise = (Result<Output, Failure>) -> Void

  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  /// In the order in which they came.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var waiters: [FutureWaiter] = []
  @_alwaysEmitIntoClient @exclusivity(unchecked) var result: Result<Output, Failure>?

  /// Creates a future and immediately calls `attemptToFulfill` with a promise. The promise keeps the future alive.
  ///
  /// The promise is a ``Promise`` that is also `@Sendable`: closures of tasks and queues may capture it.
  @_alwaysEmitIntoClient public init(
    _ attemptToFulfill: @escaping (@escaping @Sendable (Result<Output, Failure>) -> Void) -> Void
  ) {
    // Safe because a lock guards the state. A future is not Sendable only because its values may not be.
    nonisolated(unsafe) let me = self
    attemptToFulfill { me.fulfill($0) }
  }

  @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
    let subscription = FutureSubscription(node, self)
    node.receive(subscription: subscription)
    wait(subscription)
  }

  /// The result, if there is one yet.
  @_alwaysEmitIntoClient var known: Result<Output, Failure>? { lock.withLock { result } }

  /// Adds a waiter. Resumes it if there is a result, or if it has been removed before.
  @_alwaysEmitIntoClient func wait(_ waiter: FutureWaiter, for task: UnsafeContinuation<Void, Never>? = nil) {
    waiter.task = task
    let isDue = lock.withLock {
      if result != nil || waiter.isOver { return true }
      waiters.append(waiter)
      return false
    }
    if isDue { resume(waiter) }
  }

  /// Ends the wait. Returns false if it has ended, or not begun.
  @discardableResult @_alwaysEmitIntoClient func remove(_ waiter: FutureWaiter) -> Bool {
    lock.withLock {
      waiter.isOver = true
      return waiters.firstIndex { $0 === waiter }.map { waiters.remove(at: $0) }
    } != nil
  }

  @_alwaysEmitIntoClient func fulfill(_ result: Result<Output, Failure>) {
    var waiting: [FutureWaiter] = []
    lock.withLock {
      if self.result != nil { return }
      self.result = result
      swap(&waiting, &waiters)
    }
    for waiter in waiting { resume(waiter) }
  }

  /// Called when there is a result, or the waiter has been removed.
  @_alwaysEmitIntoClient func resume(_ waiter: FutureWaiter) {
    if let task = waiter.task { return task.resume() }
    let subscription = _unsafeUncheckedDowncast(waiter, to: FutureSubscription<Output, Failure>.self)
    // A failure needs no demand.
    if case .failure = known { subscription.add(FutureWaiter.both) } else { subscription.add(FutureWaiter.known) }
  }
}

/// Waits for the result of a ``Future``: a task, or a ``FutureSubscription``. Not generic, because code that is not
/// specialised would look up the types.
@usableFromInline class FutureWaiter: ErasedSubscription, @unchecked Sendable {
  /// The task, which takes the result from the future. Set before the future knows the waiter.
  @usableFromInline @exclusivity(unchecked) final var task: UnsafeContinuation<Void, Never>?
  /// Whether it waits no more. Guarded by the lock of the future.
  @usableFromInline @exclusivity(unchecked) final var isOver = false

  // The flags of a subscription.
  @_alwaysEmitIntoClient @inline(__always) static var requested: UInt8 { 1 }
  @_alwaysEmitIntoClient @inline(__always) static var known: UInt8 { 2 }
  @_alwaysEmitIntoClient @inline(__always) static var both: UInt8 { 3 }
  @_alwaysEmitIntoClient @inline(__always) static var over: UInt8 { 4 }
}

/// A subscription to a ``Future``.
@usableFromInline final class FutureSubscription<Output, Failure: Error>: FutureWaiter, @unchecked Sendable {
  /// A set of flags. The thread that completes ``both`` delivers.
  @_alwaysEmitIntoClient let state = Atomic<UInt8>(0)
  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`. Nil after the end.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var downstream: _ErasedSubscriber<Output, Failure>?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var parent: Future<Output, Failure>?

  @_alwaysEmitIntoClient init(_ downstream: _ErasedSubscriber<Output, Failure>, _ parent: Future<Output, Failure>) {
    self.downstream = downstream
    self.parent = parent
    super.init { me, demand in
      Unmanaged<FutureSubscription>.fromOpaque(me)._withUnsafeGuaranteedRef { me in
        guard let demand else {
          _ = me.end()
          me.release().parent?.remove(me)
          return
        }
        demand.mustNotBeNone("Future")
        me.add(FutureWaiter.requested)
      }
    }
  }

  /// Adds to `state`, and delivers the result if it is known and requested.
  @_alwaysEmitIntoClient func add(_ flags: UInt8) {
    let former = state.bitwiseOr(flags, ordering: .acquiringAndReleasing).oldValue
    guard former != Self.both, former | flags == Self.both else { return }
    let (downstream, parent) = release()
    guard let downstream, let result = parent?.known else { return }
    switch result {
    case .success(let output):
      _ = downstream.receive(output)
      if end() { downstream.receive(completion: .finished) }
    case .failure(let error): if end() { downstream.receive(completion: .failure(error)) }
    }
  }

  /// Returns false if it has ended before.
  @_alwaysEmitIntoClient func end() -> Bool {
    state.bitwiseOr(Self.over, ordering: .acquiringAndReleasing).oldValue & Self.over == 0
  }

  @_alwaysEmitIntoClient func release() -> (_ErasedSubscriber<Output, Failure>?, parent: Future<Output, Failure>?) {
    lock.withLock { (downstream.take(), parent.take()) }
  }

  override var description: String { "Future" }
  override var labels: [StaticString] { ["parent", "downstream", "hasAnyDemand", "subject"] }
  override var customMirror: Mirror {
    let (parent, downstream) = lock.withLock { (self.parent, self.downstream) }
    let isRequested = state.load(ordering: .relaxed) & Self.requested != 0
    return mirror([parent as Any, downstream as Any, isRequested, parent as Any])
  }
}

/// Sends one value, or fails, when its promise is called. The closure runs once, when the future is created.
///
/// The first result is kept for all current and later subscribers. A value is sent on demand, a failure immediately.
public final class Future<Output, Failure: Error>: OwnPublisher {
  /// Fulfils a future. Only the first call has an effect. May be called from any thread.
  public typealias Promise = (Result<Output, Failure>) -> Void

  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var result: Result<Output, Failure>?
  /// Subscriptions that wait for the result, by the order of subscription. Without their type, which code that is not
  /// specialised would look up.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var subscriptions: [Int: AnyObject] = [:]
  @exclusivity(unchecked) var count = 0

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

  public func _attach(node: _ErasedSubscriber<Output, Failure>) {
    let known = known
    let subscription = FutureSubscription(node, self)
    node.receive(subscription: subscription)
    if known != nil || !wait(subscription) { subscription.deliver() }
  }

  /// The result, if there is one yet.
  @_alwaysEmitIntoClient var known: Result<Output, Failure>? { lock.withLock { result } }

  /// Adds a subscription that waits for the result. Returns false if there is one.
  private func wait(_ subscription: FutureSubscription<Output, Failure>) -> Bool {
    lock.withLock {
      if result != nil { return false }
      if subscription.isOver { return true }
      subscription.number = count
      subscriptions[count] = subscription
      count += 1
      return true
    }
  }

  fileprivate func remove(_ subscription: FutureSubscription<Output, Failure>) {
    let gone = lock.withLock { subscriptions.removeValue(forKey: subscription.number) }
    _ = gone
  }

  @_alwaysEmitIntoClient func fulfill(_ result: Result<Output, Failure>) {
    var waiting: [Int: AnyObject] = [:]
    lock.withLock {
      if self.result != nil { return }
      self.result = result
      swap(&waiting, &subscriptions)
    }
    if !waiting.isEmpty { deliver(to: waiting) }
  }

  @usableFromInline func deliver(to waiting: [Int: AnyObject]) {
    // `count` is constant once there is a result.
    for number in 0..<count {
      guard let subscription = waiting[number] else { continue }
      _unsafeUncheckedDowncast(subscription, to: FutureSubscription<Output, Failure>.self).deliver()
    }
  }
}

/// A subscription to a ``Future``.
private final class FutureSubscription<Output, Failure: Error>: _Node, Subscription {
  private let lock = Lock()
  // Guarded by `lock`.
  private var isRequested = false
  private var isCancelled = false
  /// Nil after the end, like `parent`.
  private var downstream: _ErasedSubscriber<Output, Failure>?
  private var parent: Future<Output, Failure>?
  /// The place among the waiting subscribers; guarded by the future's lock.
  var number = -1

  init(_ downstream: _ErasedSubscriber<Output, Failure>, _ parent: Future<Output, Failure>) {
    self.downstream = downstream
    self.parent = parent
  }

  var isOver: Bool { lock.withLock { downstream == nil } }

  func request(_ demand: Subscribers.Demand) {
    demand.mustNotBeNone("Future")
    let parent = lock.withLock {
      isRequested = true
      return self.parent
    }
    // A failure needs no demand.
    if case .success = parent?.known { deliver() }
  }

  /// Delivers the result, if it is known, and requested unless it is a failure.
  func deliver() {
    guard let result = lock.withLock({ parent })?.known else { return }
    switch result {
    case .success(let output):
      let before = lock.withLock { isRequested ? end() : (downstream: nil, parent: nil) }
      guard let downstream = before.downstream else { return }
      _ = downstream.receive(output)
      if !lock.withLock({ isCancelled }) { downstream.receive(completion: .finished) }
    case .failure(let error): lock.withLock { end() }.downstream?.receive(completion: .failure(error))
    }
  }

  func cancel() {
    let before = lock.withLock {
      isCancelled = true
      return end()
    }
    before.parent?.remove(self)
  }

  /// Ends the subscription, and returns what it has held. The lock must be held.
  private func end() -> (downstream: _ErasedSubscriber<Output, Failure>?, parent: Future<Output, Failure>?) {
    defer { (downstream, parent) = (nil, nil) }
    return (downstream, parent)
  }

  override var description: String { "Future" }
  override var labels: [StaticString] { ["parent", "downstream", "hasAnyDemand", "subject"] }
  override var customMirror: Mirror {
    let (parent, downstream, isRequested) = lock.withLock { (self.parent, self.downstream, self.isRequested) }
    return mirror([parent as Any, downstream as Any, isRequested, parent as Any])
  }
}

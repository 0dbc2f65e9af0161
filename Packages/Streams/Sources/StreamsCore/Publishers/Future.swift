/// Sends one value, or fails, when its promise is called. The closure runs once, when the future is created.
///
/// The first result is kept for all current and later subscribers. A value is sent on demand, a failure immediately.
public final class Future<Output, Failure: Error>: OwnPublisher {
  /// Fulfils a future. Only the first call has an effect. May be called from any thread.
  public typealias Promise = (Result<Output, Failure>) -> Void

  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var result: Result<Output, Failure>?
  /// Subscriptions that wait for the result, by the order of subscription. Without their type, which code that is not
  /// specialised would look up.
  @usableFromInline @exclusivity(unchecked) var subscriptions: [Int: AnyObject] = [:]
  @exclusivity(unchecked) var count = 0

  /// Creates a future and immediately calls `attemptToFulfill` with a promise. The promise keeps the future alive.
  ///
  /// The promise is a ``Promise`` that is also `@Sendable`: closures of tasks and queues may capture it.
  @inlinable public init(_ attemptToFulfill: @escaping (@escaping @Sendable (Result<Output, Failure>) -> Void) -> Void)
  {
    // Safe because a lock guards the state. A future is not Sendable only because its values may not be.
    nonisolated(unsafe) let me = self
    attemptToFulfill { me.fulfill($0) }
  }

  @inlinable @inline(never)
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    add(subscriber._erased())
  }

  @usableFromInline func add(_ node: _ErasedSubscriber<Output, Failure>) {
    let known = known
    let subscription = FutureSubscription(node, self, known)
    node.receive(subscription: subscription)
    switch known {
    case .success: break
    case .failure(let error): subscription.resolve(.failure(error))
    case nil: wait(subscription)
    }
  }

  /// The result, if there is one yet.
  @inlinable var known: Result<Output, Failure>? { lock.withLock { result } }

  private func wait(_ subscription: FutureSubscription<Output, Failure>) {
    let known = lock.withLock {
      if result == nil, !subscription.isOver {
        subscription.number = count
        subscriptions[count] = subscription
        count += 1
      }
      return result
    }
    if let known { subscription.resolve(known) }
  }

  fileprivate func remove(_ subscription: FutureSubscription<Output, Failure>) {
    let gone = lock.withLock { subscriptions.removeValue(forKey: subscription.number) }
    _ = gone
  }

  @inlinable func fulfill(_ result: Result<Output, Failure>) {
    var waiting: [Int: AnyObject] = [:]
    lock.withLock {
      if self.result != nil { return }
      self.result = result
      swap(&waiting, &subscriptions)
    }
    if !waiting.isEmpty { resolve(waiting, result) }
  }

  @usableFromInline func resolve(_ waiting: [Int: AnyObject], _ result: Result<Output, Failure>) {
    for (_, subscription) in waiting.sorted(by: { $0.key < $1.key }) {
      _unsafeUncheckedDowncast(subscription, to: FutureSubscription<Output, Failure>.self).resolve(result)
    }
  }
}

/// A subscription to a ``Future``.
private final class FutureSubscription<Output, Failure: Error>: _Node, Subscription {
  private struct State {
    var isWanted = false
    var isOver = false
    var isCancelled = false
    /// The value, until it is requested.
    var output: Output?
    /// These two are released at the end.
    var downstream: _ErasedSubscriber<Output, Failure>?
    var parent: Future<Output, Failure>?
  }
  private let lock = Lock()
  /// Guarded by `lock`.
  private var state: State
  /// The place among the waiting subscribers; guarded by the future's lock.
  var number = -1

  init(
    _ downstream: _ErasedSubscriber<Output, Failure>, _ parent: Future<Output, Failure>,
    _ known: Result<Output, Failure>?
  ) {
    state = State(output: try? known?.get(), downstream: downstream, parent: parent)
  }

  var isOver: Bool { lock.withLock { state.isOver } }

  func request(_ demand: Subscribers.Demand) {
    demand.mustNotBeNone("Future")
    deliver { $0.isWanted = true }
  }

  /// Receives the result of the future.
  func resolve(_ result: Result<Output, Failure>) {
    switch result {
    case .success(let output): deliver { $0.output = output }
    case .failure(let error): end(isCancelled: false).downstream?.receive(completion: .failure(error))
    }
  }

  /// Delivers the value if, after `change`, it is there and requested.
  private func deliver(after change: (inout State) -> Void) {
    let before: State? = lock.withLock {
      if state.isOver { return nil }
      change(&state)
      guard state.isWanted, state.output != nil else { return nil }
      return end(&state, isCancelled: false)
    }
    guard let downstream = before?.downstream, let output = before?.output else { return }
    _ = downstream.receive(output)
    if !lock.withLock({ state.isCancelled }) { downstream.receive(completion: .finished) }
  }

  func cancel() {
    let before = end(isCancelled: true)
    before.parent?.remove(self)
  }

  /// Ends the subscription. Returns the former state, which is empty if it had ended before.
  private func end(isCancelled: Bool) -> State { lock.withLock { end(&state, isCancelled: isCancelled) } }

  private func end(_ state: inout State, isCancelled: Bool) -> State {
    let before = state
    state = State(isWanted: before.isWanted, isOver: true, isCancelled: isCancelled || before.isCancelled)
    return before
  }

  override var description: String { "Future" }
  override var customMirror: Mirror {
    let now = lock.withLock { state }
    return Mirror(
      self,
      children: [
        "parent": now.parent as Any, "downstream": now.downstream as Any, "hasAnyDemand": now.isWanted,
        "subject": now.parent as Any,
      ], ancestorRepresentation: .suppressed)
  }
}

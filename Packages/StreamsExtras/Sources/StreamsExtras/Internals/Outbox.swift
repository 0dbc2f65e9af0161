/// The subscription of one subscriber. Delivers values one at a time, as requested, then the completion.
///
/// Any thread may send. A thread that finds the outbox idle delivers. Values that other threads send meanwhile, or that the
/// subscriber sends during a delivery, wait in the queue for the delivering thread.
///
/// The delivering thread releases the subscriber, or `finish` or `cancel` if no thread is delivering. So a delivery uses
/// the subscriber without counting references.
@usableFromInline final class Outbox<Value, Failure: Error>: @unchecked Sendable {
  // Sendable because `lock` guards all state, and only the thread that has set `isDelivering` calls `downstream`.
  @_alwaysEmitIntoClient let lock = Lock()
  @_alwaysEmitIntoClient let name: StaticString
  // Guarded by `lock`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var downstream: Unmanaged<AnySink<Value, Failure>>?
  /// The number of values that have been requested and not delivered. The first ones are those in the queue.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var demand = Subscribers.Demand.none
  /// The values that wait for the delivering thread, or for demand.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var queue = Ring<Value>()
  /// Whether a thread is delivering. True until a subscriber has received its subscription, so that a group or window
  /// without one queues its values. While it is false, no value is queued, or there is no demand.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isDelivering = true
  /// Whether no more values are accepted: `finish` has been called, or the subscriber has cancelled.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var refusesValues = false
  /// Whether the completion has been sent or the subscriber has cancelled.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isOver = false
  /// The error to end with, if any. Without its type, which the deinit, which is not specialised, would look up.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var error: (any Error)?
  /// Receives the subscriber's requests. Cancelled when no more values are accepted.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var source: (any Subscription & AnyObject)?
  /// What else is cancelled then.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var cancellables: [any Cancellable & AnyObject] = []

  @_alwaysEmitIntoClient init(_ name: StaticString) { self.name = name }

  deinit { downstream?.release() }

  /// An outbox for `subscriber`. Delivers nothing before `start()`.
  @_alwaysEmitIntoClient convenience init(_ name: StaticString, to subscriber: some Subscriber<Value, Failure>) {
    self.init(name)
    downstream = .passRetained(AnySink(subscriber))
  }

  // MARK: Setting up

  /// Adds an object to cancel when no more values are accepted. If that is so now, cancels it immediately.
  @usableFromInline func add(_ cancellable: any Cancellable & AnyObject) {
    add(cancellable) { cancellables.append(cancellable) }
  }

  /// The same for the input that receives the subscriber's requests.
  @usableFromInline func addSource(_ source: any Subscription & AnyObject) { add(source) { self.source = source } }

  private func add(_ cancellable: any Cancellable & AnyObject, _ store: () -> Void) {
    let isKept = lock.withLock {
      if !refusesValues { store() }
      return !refusesValues
    }
    if !isKept { cancellable.cancel() }
  }

  /// Sends the subscription, then the values in the queue.
  @_alwaysEmitIntoClient func start() {
    // Read without the lock: nothing replaces it while this thread is delivering.
    guard let downstream else { return }
    downstream._withUnsafeGuaranteedRef { $0.onSubscription(self) }
    lock.lock()
    settle()
  }

  /// Starts with a late subscriber. Stops the program if there has been one.
  @_alwaysEmitIntoClient func attach(_ subscriber: some Subscriber<Value, Failure>) {
    let isFirst = lock.withLock {
      if downstream != nil || isOver { return false }
      downstream = .passRetained(AnySink(subscriber))
      return true
    }
    require(isFirst, "\(name): subscribed to twice; use share() to have several subscribers")
    start()
  }

  // MARK: State

  /// Whether no more values can be sent.
  @_alwaysEmitIntoClient var isClosed: Bool { lock.withLock { refusesValues } }

  /// Whether more values have been requested than the queue has. The lock must be held.
  @_alwaysEmitIntoClient var hasUnservedDemand: Bool { demand > .max(queue.count) }

  /// The demand not covered by the queue.
  @_alwaysEmitIntoClient var unserved: Subscribers.Demand {
    lock.withLock { !refusesValues && hasUnservedDemand ? demand - .max(queue.count) : .none }
  }

  // MARK: Sending

  /// Sends a value, or queues it until it is requested. Returns the demand that the subscriber returned for it.
  ///
  /// - Parameter keeps: Whether to queue a value without demand. Otherwise it is dropped.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  func send(_ value: Value, keeps: Bool = true) -> Subscribers.Demand {
    lock.lock()
    if !refusesValues {
      if !isDelivering, let downstream, demand > .none {
        demand -= 1
        isDelivering = true
        lock.unlock()
        return deliver(value, downstream)
      }
      if keeps || hasUnservedDemand { enqueue(value) }
    }
    lock.unlock()
    return .none
  }

  /// Called with the lock held. Out of line, to keep `send` short.
  @_alwaysEmitIntoClient @inline(never) func enqueue(_ value: Value) { queue.append(value) }

  /// Called by a thread that has set `isDelivering`.
  @_alwaysEmitIntoClient @inline(__always)
  func deliver(_ value: Value, _ downstream: Unmanaged<AnySink<Value, Failure>>) -> Subscribers.Demand {
    let more = downstream._withUnsafeGuaranteedRef { $0.onValue(value) }
    lock.lock()
    if more > .none { demand += more }
    if refusesValues || queue.count > 0 {
      settle()
    } else {
      isDelivering = false
      lock.unlock()
    }
    return more
  }

  /// Ends the stream after the values in the queue, and cancels the inputs.
  ///
  /// - Parameter failureOvertakes: Whether a failure drops queued values without demand.
  @_alwaysEmitIntoClient func finish(_ completion: Subscribers.Completion<Failure>, failureOvertakes: Bool = false) {
    lock.lock()
    if refusesValues { return lock.unlock() }
    refusesValues = true
    var dropped = Ring<Value>()
    if case .failure(let error) = completion {
      self.error = error
      if failureOvertakes, let requested = demand.max, requested < queue.count { dropped = queue.split(at: requested) }
    }
    cancelInputs(endsIfIdle: queue.isEmpty)
    _ = consume dropped
  }

  // MARK: Ending a delivery

  /// Sends the requested values in the queue, then stops delivering or ends the stream.
  ///
  /// Called by the delivering thread with the lock held, which it releases.
  @_alwaysEmitIntoClient func settle() {
    guard let downstream else { return lock.unlock() }
    // The demand returned for queued values is a new request: the calls that sent them have returned.
    var returned = Subscribers.Demand.none
    while !isOver, queue.count > 0, demand > .none {
      demand -= 1
      let more = deliverFirst(to: downstream)
      lock.lock()
      demand += more
      returned += more
    }
    if isOver || refusesValues && queue.isEmpty { return complete(downstream) }
    isDelivering = false
    if returned == .none { return lock.unlock() }
    let source = source
    lock.unlock()
    source?.request(returned)
  }

  /// Sends the oldest value in the queue. Releases the lock, and then the value, whose deinit may call out.
  @_alwaysEmitIntoClient func deliverFirst(to downstream: Unmanaged<AnySink<Value, Failure>>)
    -> Subscribers.Demand
  {
    let value = queue.removeFirst()
    lock.unlock()
    return downstream._withUnsafeGuaranteedRef { $0.onValue(value) }
  }

  /// Sends the completion unless the subscriber has cancelled, and releases everything. Called like `settle()`.
  @_alwaysEmitIntoClient func complete(_ downstream: Unmanaged<AnySink<Value, Failure>>) {
    let isCancelled = isOver
    isOver = true
    self.downstream = nil
    let error = error.take()
    let dropped = queue.split(at: 0)
    lock.unlock()
    if !isCancelled {
      downstream._withUnsafeGuaranteedRef { $0.onCompletion(error.map { .failure($0 as! Failure) } ?? .finished) }
    }
    downstream.release()
    _ = consume dropped
  }

  /// Drops the values, if nobody has subscribed, and nobody can any more.
  @usableFromInline func abandon() {
    lock.lock()
    if downstream != nil || isOver { return lock.unlock() }
    (isOver, refusesValues) = (true, true)
    let dropped = queue.split(at: 0)
    lock.unlock()
    _ = consume dropped
  }

  /// Cancels the inputs of an outbox that refuses values. If no thread is delivering, ends the stream.
  ///
  /// Called with the lock held, which it releases.
  @_alwaysEmitIntoClient func cancelInputs(endsIfIdle: Bool) {
    let source = source.take()
    let cancellables = cancellables
    self.cancellables = []
    let ends = !isDelivering && endsIfIdle
    if ends { isDelivering = true }
    lock.unlock()
    source?.cancel()
    for cancellable in cancellables { cancellable.cancel() }
    if ends {
      lock.lock()
      settle()
    }
    // Released after the completion is sent, because a deinit may cancel.
    _ = consume source
    _ = consume cancellables
  }
}

extension Outbox: Subscription, CustomStringConvertible {
  @usableFromInline var description: String { name.description }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    if more == .none { return }
    lock.lock()
    if isOver { return lock.unlock() }
    demand += more
    let source = source
    if !isDelivering, queue.count > 0 {
      isDelivering = true
      settle()
    } else {
      lock.unlock()
    }
    source?.request(more)
  }

  @usableFromInline func cancel() {
    lock.lock()
    if isOver { return lock.unlock() }
    (isOver, refusesValues) = (true, true)
    cancelInputs(endsIfIdle: true)
  }
}

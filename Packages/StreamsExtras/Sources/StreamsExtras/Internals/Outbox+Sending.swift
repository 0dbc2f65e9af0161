extension Outbox {
  /// Sends a value, or queues it until it is requested. Returns the demand that the subscriber returned for it.
  @inlinable @discardableResult func send(_ value: Value) -> Subscribers.Demand {
    lock.lock()
    if refusesValues {
      lock.unlock()
      return .none
    }
    return sendLocked(value)
  }

  /// Sends a value if there is demand for it, and drops it otherwise.
  @inlinable @discardableResult func sendIfWanted(_ value: Value) -> Subscribers.Demand { send(keeps: false) { value } }

  /// Sends the value that `make` returns, if any.
  ///
  /// - Parameters:
  ///   - keeps: Whether to queue a value without demand. Otherwise it is dropped.
  ///   - make: Called with the lock held, unless the stream is over. It must not call out or release objects.
  @inlinable @inline(__always) @discardableResult
  func send(keeps: Bool = true, _ make: () -> Value?) -> Subscribers.Demand {
    lock.lock()
    guard !refusesValues, let value = make() else {
      lock.unlock()
      return .none
    }
    return sendLocked(value, keeps: keeps)
  }

  /// Called with the lock held, which it releases. The stream accepts values.
  @inlinable @inline(__always) func sendLocked(_ value: Value, keeps: Bool = true) -> Subscribers.Demand {
    if !isBusy, let target, demand > .none {
      demand -= 1
      isBusy = true
      lock.unlock()
      return deliver(value, target)
    }
    if keeps || demand > .max(queue.count) { enqueue(value) }
    lock.unlock()
    return .none
  }

  /// Passes the result of `read` to `transform`, and sends what that returns. Returns nil if `read` does.
  ///
  /// If no thread is delivering, `transform` is a part of the delivery. So one lock serves both.
  ///
  /// - Parameters:
  ///   - read: Called with the lock held.
  ///   - transform: Called without the lock. Returns nil if the stream has ended meanwhile.
  @inlinable @inline(__always)
  func send<State>(reading read: () -> State?, _ transform: (State) -> Value?) -> Subscribers.Demand? {
    lock.lock()
    guard let state = read() else {
      lock.unlock()
      return nil
    }
    guard !refusesValues, !isBusy, let target, demand > .none else {
      lock.unlock()
      guard let value = transform(state) else { return Subscribers.Demand.none }
      return send(value)
    }
    demand -= 1
    isBusy = true
    lock.unlock()
    if let value = transform(state) { return deliver(value, target) }
    settle(.none)
    return Subscribers.Demand.none
  }

  /// Called by a thread that has set `isBusy`.
  @inlinable @inline(__always)
  func deliver(_ value: Value, _ target: Unmanaged<Target<Value, Failure>>) -> Subscribers.Demand {
    let more = target._withUnsafeGuaranteedRef { $0.receive(value) }
    lock.lock()
    if refusesValues || queue.count > 0 {
      lock.unlock()
      settle(more)
    } else {
      if more > .none { demand += more }
      isBusy = false
      lock.unlock()
    }
    return more
  }

  /// Called with the lock held. Out of line, to keep `send` short.
  @inlinable @inline(never) func enqueue(_ value: Value) { queue.append(value) }

  /// Ends the stream after the values in the queue, and cancels the inputs.
  ///
  /// - Parameter overtaking: Whether to drop queued values without demand.
  @inlinable func finish(_ completion: Subscribers.Completion<Failure>, overtaking: Bool = false) {
    lock.lock()
    if refusesValues { return lock.unlock() }
    if case .failure(let error) = completion { self.error = Boxed(error) }
    refusesValues = true
    let (source, input) = takeInputs()
    if overtaking, let wanted = demand.max, wanted < queue.count { dropQueue(after: wanted) }
    let hasTurn = !isBusy && queue.count == 0
    if hasTurn { isBusy = true }
    lock.unlock()
    source?.cancel()
    input?.cancel()
    if hasTurn { settle(.none) }
    // Released after the completion is sent, because a deinit may cancel.
    withExtendedLifetime((source, input)) {}
  }
}

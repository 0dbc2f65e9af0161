extension Outbox {
  /// Sends a value, or queues it until it is requested. Returns the demand that the subscriber returned for it.
  @inlinable @discardableResult func send(_ value: Value) -> Subscribers.Demand { send { value } }

  /// Sends a value if there is demand for it, and drops it otherwise.
  @inlinable @discardableResult func sendIfWanted(_ value: Value) -> Subscribers.Demand { send(keeps: false) { value } }

  /// Sends the value that `make` returns, if any.
  ///
  /// - Parameters:
  ///   - keeps: Whether to queue a value without demand. Otherwise it is dropped.
  ///   - make: Called with the lock held, unless the stream is over. It must not call out or release objects.
  @inlinable @inline(__always) @discardableResult
  func send(keeps: Bool = true, _ make: () -> Value?) -> Subscribers.Demand {
    // Released outside the lock.
    var value: Value?
    let target: Unmanaged<Target<Value, Failure>>? = lock.withLock {
      if refusesValues { return nil }
      value = make()
      if case .none = value { return nil }
      if !isBusy, demand > .none {
        demand -= 1
        isBusy = true
        return self.target
      }
      if keeps || demand > .max(queue.count) { enqueue(&value) }
      return nil
    }
    guard let target, let sent = value.take() else { return .none }
    return deliver(sent, target)
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
    var target: Unmanaged<Target<Value, Failure>>?
    let state = lock.withLock { () -> State? in
      guard let state = read() else { return nil }
      if !refusesValues, !isBusy, demand > .none {
        demand -= 1
        isBusy = true
        target = self.target
      }
      return state
    }
    guard let state else { return nil }
    let value = transform(state)
    guard let target else { return send { value } }
    if let value { return deliver(value, target) }
    settle(.none)
    return Subscribers.Demand.none
  }

  /// Called by a thread that has set `isBusy`.
  @inlinable @inline(__always)
  func deliver(_ value: Value, _ target: Unmanaged<Target<Value, Failure>>) -> Subscribers.Demand {
    let more = target._withUnsafeGuaranteedRef { $0.receive(value) }
    let isIdle = lock.withLock {
      if refusesValues || !queue.isEmpty { return false }
      if more > .none { demand += more }
      isBusy = false
      return true
    }
    if !isIdle { settle(more) }
    return more
  }

  /// Called with the lock held. Out of line, to keep `send` short.
  @inlinable @inline(never) func enqueue(_ value: inout Value?) {
    if let value = value.take() { queue.append(value) }
  }

  /// Ends the stream after the values in the queue, and cancels the inputs.
  ///
  /// - Parameter overtaking: Whether to drop queued values without demand.
  @inlinable func finish(_ completion: Subscribers.Completion<Failure>, overtaking: Bool = false) {
    var dropped = Queue<Value>()
    var hasTurn = false
    let (source, inputs) = lock.withLock { () -> ((any Subscription)?, [any Cancellable]) in
      if refusesValues { return (nil, []) }
      if case .failure(let error) = completion { self.error.append(error) }
      refusesValues = true
      if overtaking, let wanted = demand.max, wanted < queue.count { dropped = queue.split(at: wanted) }
      hasTurn = !isBusy && queue.isEmpty
      if hasTurn { isBusy = true }
      return takeInputs()
    }
    _ = dropped
    source?.cancel()
    for input in inputs { input.cancel() }
    if hasTurn { settle(.none) }
  }
}

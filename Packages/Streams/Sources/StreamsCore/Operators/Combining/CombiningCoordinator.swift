/// An event of one of the upstreams. The error is without its type: a program then contains less code that copies it.
@usableFromInline enum CombiningEvent {
  /// Stores a value in its input.
  case value(() -> Void)
  /// The end of the input with this index.
  case end(Int, Ending)
}

/// The subscription of `zip` and `combineLatest`, which combine one value of each of up to four upstreams. The code
/// that depends on the types of the values is in the sides and in the closure `make`.
@usableFromInline final class CombiningCoordinator<Output, Failure: Error>: ErasedSubscription {
  @usableFromInline typealias Inputs = InlineArray<4, (any Subscription & AnyObject)?>

  /// Delivering until the downstream has its subscription.
  @_alwaysEmitIntoClient let drain = SerialDrain(SerialDrain.delivering)
  /// Whether a side keeps its latest value (`combineLatest`), or all unused ones (`zip`).
  @_alwaysEmitIntoClient let keepsLatest: Bool
  /// Makes an output value, when each side has a value.
  @_alwaysEmitIntoClient let make: (CombiningCoordinator) -> Output

  // Owned by the delivering thread:

  /// Released at the end, because a subscriber may keep its subscription.
  @_alwaysEmitIntoClient let downstream: Unmanaged<_ErasedSubscriber<Output, Failure>>
  @_alwaysEmitIntoClient @exclusivity(unchecked) var demand = Subscribers.Demand.none
  /// The sides without a value, one bit each.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var missing: UInt8
  /// The sides that have not finished.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var running: UInt8
  /// The batch taken from the inbox. A thread that takes over continues with it.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var batch = Ring<CombiningEvent>()
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isCleared = false
  /// The sides, which `inputs` keeps alive until `clear`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var sides = InlineArray<4, Unmanaged<AnyObject>?>(repeating: nil)

  // The inbox and the inputs, guarded by `drain.lock`.

  @_alwaysEmitIntoClient @exclusivity(unchecked) var inbox = Ring<CombiningEvent>()
  @_alwaysEmitIntoClient @exclusivity(unchecked) var requested = Subscribers.Demand.none
  @_alwaysEmitIntoClient @exclusivity(unchecked) var inputs = Inputs(repeating: nil)
  /// The sides whose subscription has arrived.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var open: UInt8 = 0
  /// The demand requested from each side so far.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var totalRequested = Subscribers.Demand.none
  /// The part of it that must still be requested.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var unsent = InlineArray<4, Subscribers.Demand>(repeating: .none)
  /// Whether a thread is requesting from the sides.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isRequesting = false

  /// - Parameter count: the number of sides that will be added.
  @_alwaysEmitIntoClient init(
    _ downstream: _ErasedSubscriber<Output, Failure>, count: Int, keepsLatest: Bool,
    make: @escaping (CombiningCoordinator) -> Output
  ) {
    self.downstream = .passRetained(downstream)
    self.keepsLatest = keepsLatest
    self.make = make
    missing = 1 &<< UInt8(truncatingIfNeeded: count) &- 1
    running = missing
    super.init { me, demand in
      Unmanaged<CombiningCoordinator>.fromOpaque(me)._withUnsafeGuaranteedRef { me in
        if let demand { me.addDemand(demand) } else { me.stop() }
      }
    }
  }

  deinit { if !isCleared { downstream.release() } }

  /// Creates a side and attaches it to `publisher`.
  @_alwaysEmitIntoClient @inline(__always) func add<P: Publisher>(_ publisher: P, at index: Int)
  where P.Failure == Failure {
    let side = CombiningInput<P.Output, Output, Failure>(self, index: index)
    sides[index] = .passUnretained(side)
    drain.lock.withLock { inputs[index] = side }
    publisher._attach(node: side)
  }

  /// Sends the subscription downstream, after the sides have been attached.
  @_alwaysEmitIntoClient func start() {
    downstream._withUnsafeGuaranteedRef { $0.receive(subscription: self) }
    _ = settle()
  }

  /// Removes and returns the value of a side.
  @_alwaysEmitIntoClient @inline(__always) func use<Value>(_ index: Int, _ type: Value.Type) -> Value {
    sides[index].unsafelyUnwrapped._withUnsafeGuaranteedRef {
      _unsafeUncheckedDowncast($0, to: CombiningInput<Value, Output, Failure>.self).use()
    }
  }

  /// Returns the value of a side, which keeps it.
  @_alwaysEmitIntoClient @inline(__always) func latest<Value>(_ index: Int, _ type: Value.Type) -> Value {
    sides[index].unsafelyUnwrapped._withUnsafeGuaranteedRef {
      _unsafeUncheckedDowncast($0, to: CombiningInput<Value, Output, Failure>.self).values[0]
    }
  }

  @_alwaysEmitIntoClient @inline(__always) func bit(_ index: Int) -> UInt8 { 1 &<< UInt8(truncatingIfNeeded: index) }

  // MARK: Values

  /// Receives a value from a side, and returns the demand for it.
  @_alwaysEmitIntoClient @inline(__always) func receive<Value>(
    _ value: Value, from side: CombiningInput<Value, Output, Failure>
  ) -> Subscribers.Demand {
    guard drain.beginDelivery() else { return enqueue(value, from: side) }
    side.store(value)
    let more = missing == 0 ? deliver() : .none
    if more == .none, missing & ~running == 0, drain.finishDelivery() { return .none }
    return settle(more, for: side.index)
  }

  @_alwaysEmitIntoClient func enqueue<Value>(
    _ value: Value, from side: CombiningInput<Value, Output, Failure>
  ) -> Subscribers.Demand {
    let event = CombiningEvent.value { side.store(value) }
    return drain.enqueue { inbox.append(event) } ? settle(for: side.index) : .none
  }

  @_alwaysEmitIntoClient func enqueue(_ event: CombiningEvent) {
    if drain.enqueue({ inbox.append(event) }) { _ = settle() }
  }

  /// Delivers a value if there is demand. Each side must have a value.
  @_alwaysEmitIntoClient @inline(__always) func deliver() -> Subscribers.Demand {
    guard demand.takeOne() else { return .none }
    let output = make(self)
    return downstream._withUnsafeGuaranteedRef { $0.receive(output) }
  }

  /// For the delivering thread: processes the inbox until it is empty, and ends the delivery, or until another thread takes
  /// over. Then requests `more` and the demand that was added meanwhile: from the side `index` by returning it, from the
  /// others by a request.
  @_alwaysEmitIntoClient func settle(_ more: Subscribers.Demand = .none, for index: Int = -1) -> Subscribers.Demand {
    demand += more
    var unsent = more
    var done = 0
    delivering: while true {
      while !batch.isEmpty {
        if done == SerialDrain.turnLimit {
          if !drain.offer() { break delivering }
          done = 0
          // Another thread may have taken over, and finished.
          continue
        }
        done &+= 1
        process(batch.removeFirst(), &unsent)
      }
      if !keepsLatest {
        while missing == 0, demand != .none, !drain.isOver { absorb(deliver(), &unsent) }
      }
      finishIfDone()
      var added = Subscribers.Demand.none
      let hasEvents = drain.collect {
        swap(&batch, &inbox)
        swap(&added, &requested)
      }
      guard let hasEvents else {
        clear()
        return .none
      }
      if !hasEvents { break }
      absorb(added, &unsent)
    }
    if unsent != .none { requestFromSides(unsent, butNot: index) }
    return unsent
  }

  @_alwaysEmitIntoClient func absorb(_ more: Subscribers.Demand, _ unsent: inout Subscribers.Demand) {
    demand += more
    unsent += more
  }

  @_alwaysEmitIntoClient func process(_ event: CombiningEvent, _ unsent: inout Subscribers.Demand) {
    if drain.isOver { return }
    switch event {
    case .value(let store):
      store()
      if missing == 0 { absorb(deliver(), &unsent) }
    case .end(let index, let ending): if ending.hasFailed { end(ending.completion()) } else { running &= ~bit(index) }
    }
    finishIfDone()
  }

  /// Ends the stream if no further output can be made: a finished side has no value, or all have finished. (The values of
  /// a `zip` may then still wait for demand. `combineLatest` keeps no output without demand.)
  @_alwaysEmitIntoClient func finishIfDone() {
    if missing & ~running != 0 || running == 0 && keepsLatest { end(.finished) }
  }

  // MARK: Demand

  @_alwaysEmitIntoClient func addDemand(_ more: Subscribers.Demand) {
    if more != .none, drain.enqueue({ requested += more }) { _ = settle() }
  }

  /// Requests `more` from the sides. One thread at a time does so, and a reentrant call leaves it to the outer one.
  /// Otherwise, sides that send immediately would nest calls without a limit.
  @_alwaysEmitIntoClient func requestFromSides(_ more: Subscribers.Demand, butNot except: Int) {
    let isFirst = drain.lock.withLock {
      totalRequested += more
      for index in 0..<4 where index != except && open & bit(index) != 0 { unsent[index] += more }
      defer { isRequesting = true }
      return !isRequesting
    }
    if !isFirst { return }
    while let (input, demand) = drain.lock.withLock({ nextRequest() }) { input.request(demand) }
  }

  /// Returns the next side to request from, and its demand. The lock must be held.
  @_alwaysEmitIntoClient func nextRequest() -> (any Subscription & AnyObject, Subscribers.Demand)? {
    for index in 0..<4 {
      guard let input = inputs[index], unsent[index] != .none else { continue }
      defer { unsent[index] = .none }
      return (input, unsent[index])
    }
    isRequesting = false
    return nil
  }

  // MARK: The end

  /// Must be called while delivering.
  @_alwaysEmitIntoClient func end(_ completion: Subscribers.Completion<Failure>) {
    guard drain.end().isFirst else { return }
    cancelInputs()
    downstream._withUnsafeGuaranteedRef { $0.receive(completion: completion) }
  }

  @_alwaysEmitIntoClient func stop() {
    let end = drain.end()
    guard end.isFirst else { return }
    cancelInputs()
    if end.wasIdle { clear() }
  }

  @_alwaysEmitIntoClient func cancelInputs() {
    for index in 0..<4 { drain.lock.withLock { inputs[index] }?.cancel() }
  }

  /// Releases everything, after the end, when no other thread is delivering.
  @_alwaysEmitIntoClient func clear() {
    var all = Inputs(repeating: nil)
    var dropped = Ring<CombiningEvent>()
    drain.lock.withLock {
      swap(&all, &inputs)
      swap(&dropped, &inbox)
    }
    batch = Ring()
    for index in 0..<4 { all[index]?.cancel() }
    if !isCleared {
      isCleared = true
      downstream.release()
    }
  }

  override var description: String { keepsLatest ? "CombineLatest" : "Zip" }
}

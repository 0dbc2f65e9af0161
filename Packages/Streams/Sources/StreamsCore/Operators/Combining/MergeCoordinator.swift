/// The subscription of every merging publisher.
///
/// With unlimited demand, each side requests unlimited values, and a value is forwarded directly. Otherwise each side
/// requests one value, and the next one after its delivery. Values without demand wait, and are delivered in the order
/// of arrival, so that no side starves.
@usableFromInline final class MergeCoordinator<Output, Failure: Error>: ErasedSubscription {
  @usableFromInline typealias Side = MergeInput<Output, Failure>
  @usableFromInline enum Event {
    case value(Output, Side)
    case completion(Subscribers.Completion<Failure>)
  }

  /// Delivering until the downstream has its subscription.
  @usableFromInline let drain = SerialDrain(SerialDrain.delivering)

  // Owned by the delivering thread:

  /// Released at the end, because a subscriber may keep its subscription.
  @usableFromInline let downstream: Unmanaged<_ErasedSubscriber<Output, Failure>>
  @usableFromInline @exclusivity(unchecked) var isCleared = false
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
  /// The number of sides that have not finished.
  @usableFromInline @exclusivity(unchecked) var running: Int
  /// Values without demand: at most one a side, and none while there is demand.
  @usableFromInline @exclusivity(unchecked) var waiting = Ring<(Output, Side)>()
  /// The batch taken from the inbox.
  @usableFromInline @exclusivity(unchecked) var batch = Ring<Event>()
  /// Whether unlimited demand must still be requested from the sides.
  @usableFromInline @exclusivity(unchecked) var mustRequestAll = false

  // The inbox and the sides, guarded by `drain.lock`.

  @usableFromInline @exclusivity(unchecked) var inbox = Ring<Event>()
  @usableFromInline @exclusivity(unchecked) var requested = Subscribers.Demand.none
  @usableFromInline @exclusivity(unchecked) var isUnlimited = false
  @usableFromInline @exclusivity(unchecked) var sides: ContiguousArray<Side> = []

  /// - Parameter count: the number of sides that will be added.
  @inlinable init(_ downstream: _ErasedSubscriber<Output, Failure>, count: Int) {
    self.downstream = .passRetained(downstream)
    running = count
    super.init { me, demand in
      Unmanaged<MergeCoordinator>.fromOpaque(me)._withUnsafeGuaranteedRef { me in
        if let demand { me.addDemand(demand) } else { me.stop() }
      }
    }
  }

  deinit { if !isCleared { downstream.release() } }

  /// Sends the subscription downstream, before any side is added. Finishes if there are no sides.
  @inlinable func start() {
    downstream._withUnsafeGuaranteedRef { $0.receive(subscription: self) }
    if running == 0 { end(.finished) }
    settle()
  }

  /// Creates a side and attaches it to `publisher`, unless the stream has ended.
  @inlinable @inline(__always) func add<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    if let side = newSide() { publisher._attach(node: side) }
  }

  @inlinable func newSide() -> Side? {
    let side = Side(self)
    return drain.lock.withLock {
      if drain.isOver { return nil }
      sides.append(side)
      return side
    }
  }

  @inlinable func firstRequest() -> Subscribers.Demand {
    drain.lock.withLock { isUnlimited } ? .unlimited : .max(1)
  }

  // MARK: Values

  /// Receives a value from a side, and returns the demand for it.
  @inlinable @inline(__always) func offer(_ value: Output, from side: Side) -> Subscribers.Demand {
    guard drain.begin() else {
      enqueue(.value(value, side))
      return .none
    }
    guard demand == .unlimited else { return offerOnDemand(value, from: side) }
    _ = downstream._withUnsafeGuaranteedRef { $0.receive(value) }
    if !drain.finish() { settle() }
    return .none
  }

  @inlinable func offerOnDemand(_ value: Output, from side: Side) -> Subscribers.Demand {
    let isWanted = demand.takeOne()
    if isWanted { deliver(value) } else { hold(value, from: side) }
    if mustRequestAll || !drain.finish() { settle() }
    return isWanted ? .max(1) : .none
  }

  /// Enqueues an event for the delivering thread, or processes it if there is none.
  @inlinable func enqueue(_ event: Event) {
    if drain.enqueue({ inbox.append(event) }) { settle() }
  }

  /// For the delivering thread: processes the inbox until it is empty, then ends the delivery.
  @inlinable func settle() {
    var mustRequest = false
    while true {
      mustRequest = mustRequest || mustRequestAll
      mustRequestAll = false
      var more = Subscribers.Demand.none
      let call = drain.collect {
        Ring.exchange(&batch, &inbox)
        swap(&more, &requested)
      }
      switch call {
      case .over: return clear()
      case .nothing:
        if mustRequest { requestAll() }
        return
      case .work: break
      }
      absorb(more)
      deliverWaiting()
      while !batch.isEmpty { process(batch.removeFirst()) }
      if running == 0, waiting.isEmpty { end(.finished) }
    }
  }

  @inlinable func process(_ event: Event) {
    if drain.isOver { return }
    switch event {
    case .value(let value, let side):
      guard demand.takeOne() else { return hold(value, from: side) }
      deliver(value)
      if demand != .unlimited { side.relay(.max(1)) }
    case .completion(.finished): running -= 1
    case .completion(let failure): end(failure)
    }
  }

  @inlinable func deliver(_ value: Output) { absorb(downstream._withUnsafeGuaranteedRef { $0.receive(value) }) }

  @inlinable func absorb(_ more: Subscribers.Demand) {
    if more == .none || demand == .unlimited { return }
    demand += more
    if demand == .unlimited {
      mustRequestAll = true
      drain.lock.withLock { isUnlimited = true }
    }
  }

  /// Keeps a value until there is demand. Ignores a second value of the same side, which was not requested.
  @inlinable func hold(_ value: Output, from side: Side) {
    if side.hasWaiting { return }
    side.hasWaiting = true
    waiting.append((value, side))
  }

  @inlinable func deliverWaiting() {
    while !waiting.isEmpty, !drain.isOver, demand.takeOne() {
      let (value, side) = waiting.removeFirst()
      side.hasWaiting = false
      deliver(value)
      if demand != .unlimited { side.relay(.max(1)) }
    }
  }

  // MARK: Demand and the end

  @inlinable func requestAll() {
    for side in drain.lock.withLock({ sides }) { side.relay(.unlimited) }
  }

  @inlinable func addDemand(_ more: Subscribers.Demand) {
    if more != .none, drain.enqueue({ requested += more }) { settle() }
  }

  /// Must be called while delivering.
  @inlinable func end(_ completion: Subscribers.Completion<Failure>) {
    guard drain.end().isFirst else { return }
    cancelSides()
    downstream._withUnsafeGuaranteedRef { $0.receive(completion: completion) }
  }

  @inlinable func stop() {
    let end = drain.end()
    guard end.isFirst else { return }
    cancelSides()
    if end.isMine { clear() }
  }

  @inlinable func cancelSides() {
    for side in drain.lock.withLock({ sides }) { _ = side.finishAndCancel() }
  }

  /// Releases everything, after the end, when no other thread is delivering.
  @inlinable func clear() {
    var all: ContiguousArray<Side> = []
    var dropped = Ring<Event>()
    drain.lock.withLock {
      swap(&all, &sides)
      Ring.exchange(&dropped, &inbox)
    }
    for side in all { _ = side.finishAndCancel() }
    batch = Ring()
    waiting = Ring()
    if !isCleared {
      isCleared = true
      downstream.release()
    }
  }

  override var description: String { "Merge" }
}

/// One of the upstreams of a ``MergeCoordinator``.
@usableFromInline final class MergeInput<Output, Failure: Error>: OperatorSubscriber<Output, Failure> {
  @usableFromInline let coordinator: MergeCoordinator<Output, Failure>
  /// Whether a value of this side waits for demand; owned by the delivering thread.
  @usableFromInline @exclusivity(unchecked) var hasWaiting = false

  /// Stored, so that it is specialised.
  @usableFromInline let onEnd: (MergeInput, Subscribers.Completion<Failure>) -> Void

  @inlinable init(_ coordinator: MergeCoordinator<Output, Failure>) {
    self.coordinator = coordinator
    onEnd = { $0.coordinator.enqueue(.completion($1)) }
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      return me.isLive() ? me.coordinator.offer($1, from: me) : .none
    }
  }

  override func receive(subscription: any Subscription) {
    if accept(subscription) { subscription.request(coordinator.firstRequest()) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if isLive(), finish() { onEnd(self, completion) }
  }

  override var description: String { "Merge" }
}

import Synchronization

/// The subscriber of ``Publishers/Buffer``. Generic over the values only, so that all chains with the same values share
/// its code.
///
/// While no thread is delivering, there is either no demand or no kept value. A value that arrives with demand is
/// therefore forwarded directly, without a lock.
@usableFromInline
final class BufferSubscriber<Input, Failure: Error>: OperatorSubscriber<Input, Failure> {
  /// Delivering until the downstream has its subscription.
  @_alwaysEmitIntoClient let drain = SerialDrain(SerialDrain.delivering)
  /// Stored, so that it is specialised.
  @_alwaysEmitIntoClient let onSettle: (BufferSubscriber) -> Void
  @_alwaysEmitIntoClient let keepsFull: Bool
  @_alwaysEmitIntoClient let size: Int
  @_alwaysEmitIntoClient let whenFull: Publishers.BufferingStrategy<Failure>
  /// The demand, owned by the delivering thread. Atomic because mirrors read it.
  @_alwaysEmitIntoClient let storedDemand = Atomic<UInt>(0)

  // Guarded by `drain.lock`.

  /// The requested demand that must still be added to `demand`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var requested = Subscribers.Demand.none
  /// Whether the buffer has overflowed with `customError`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasOverflowed = false
  @_alwaysEmitIntoClient @exclusivity(unchecked) var ending = Ending()
  @_alwaysEmitIntoClient @exclusivity(unchecked) var values = Ring<Input>()

  @_alwaysEmitIntoClient let downstream: _ErasedSubscriber<Input, Failure>

  @_alwaysEmitIntoClient init(
    _ size: Int, _ prefetch: Publishers.PrefetchStrategy, _ whenFull: Publishers.BufferingStrategy<Failure>,
    _ downstream: _ErasedSubscriber<Input, Failure>
  ) {
    keepsFull = prefetch == .keepFull
    self.size = size
    self.whenFull = whenFull
    self.downstream = downstream
    onSettle = { $0.settle() }
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      return me.isLive() ? me.handle($1) : .none
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    if !keepsFull { subscription.request(.unlimited) } else if size > 0 { subscription.request(.max(size)) }
    downstream.receive(subscription: self)
    onSettle(self)
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if isLive(), finish() { enqueue(completion) }
  }

  @_alwaysEmitIntoClient @inline(__always) var demand: Subscribers.Demand {
    get { Subscribers.Demand(rawValue: storedDemand.load(ordering: .relaxed)) }
    set { storedDemand.store(newValue.rawValue, ordering: .relaxed) }
  }

  // MARK: Input

  @_alwaysEmitIntoClient @inline(__always) func handle(_ value: Input) -> Subscribers.Demand {
    guard drain.beginDelivery() else {
      keep(value)
      return .none
    }
    guard demand != .none else {
      keep(value)
      // Ends the delivery, unless demand has been requested meanwhile.
      onSettle(self)
      return .none
    }
    let more = downstream.receive(value)
    demand -= 1
    demand += more
    if !drain.finishDelivery() { onSettle(self) }
    return keepsFull ? .max(1) : .none
  }

  /// Keeps a value if there is room, or applies `whenFull`.
  @_alwaysEmitIntoClient func keep(_ value: Input) {
    var dropped: Input?
    var overflow: (() -> Failure)?
    let mustSettle = drain.enqueue {
      if hasOverflowed { return }
      if values.count < size { return values.append(value) }
      switch whenFull {
      case .dropNewest: break
      case .dropOldest:
        if values.isEmpty { return }
        dropped = values.removeFirst()
        values.append(value)
      case .customError(let error):
        hasOverflowed = true
        overflow = error
      }
    }
    withExtendedLifetime(dropped) {}
    if mustSettle { onSettle(self) }
    if let overflow, finishAndCancel() { enqueue(.failure(overflow())) }
  }

  @usableFromInline func enqueue(_ completion: Subscribers.Completion<Failure>) {
    let ending = Ending(completion)
    if drain.enqueue({ self.ending = ending }) { onSettle(self) }
  }

  override func request(_ demand: Subscribers.Demand) {
    if demand == .none { return }
    if drain.enqueue({ requested += demand }) { onSettle(self) }
  }

  // MARK: Output, for the delivering thread

  /// Delivers the requested values, then ends the delivery.
  @_alwaysEmitIntoClient func settle() {
    // The number of values delivered since the last request.
    var taken = 0
    while !drain.isOver {
      let (value, isAtEnd) = next()
      if let value {
        taken += 1
        let more = downstream.receive(value)
        demand -= 1
        demand += more
      } else if isAtEnd {
        if drain.end().isFirst { downstream.receive(completion: ending.completion()) }
      } else if taken > 0 {
        if keepsFull { relay(.max(taken)) }
        taken = 0
      } else if drain.collect({}) == false {
        return
      }
    }
    clear()
  }

  /// The next requested value. Without one, whether the completion is next.
  @_alwaysEmitIntoClient func next() -> (Input?, isAtEnd: Bool) {
    drain.lock.withLock {
      demand += requested
      requested = .none
      if demand != .none, !values.isEmpty { return (values.removeFirst(), false) }
      return (nil, isEndReached)
    }
  }

  /// Whether the completion must be delivered now. After an overflow, the kept values come first. The lock must be held.
  @_alwaysEmitIntoClient var isEndReached: Bool {
    ending.isSet && (values.isEmpty || ending.hasFailed && demand == .none && !hasOverflowed)
  }

  // MARK: The end

  override func cancel() {
    if drain.end().wasIdle { clear() }
    _ = finishAndCancel()
  }

  /// Drops the kept values.
  @usableFromInline func clear() {
    var dropped = Ring<Input>()
    drain.lock.withLock { swap(&dropped, &values) }
  }

  override var description: String { "Buffer" }
  override var labels: [StaticString] { ["values", "state", "downstreamDemand", "terminal"] }
  override var customMirror: Mirror {
    var kept: [Input] = []
    // One at a time, so that the lock is never held for long.
    func next() -> Input? { drain.lock.withLock { kept.count < values.count ? values[kept.count] : nil } }
    while let value = next() { kept.append(value) }
    let ending = drain.lock.withLock { self.ending }
    let end: Subscribers.Completion<Failure>? = ending.isSet ? ending.completion() : nil
    return mirror([kept, status, demand, end as Any])
  }
}

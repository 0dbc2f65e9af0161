import Synchronization

/// Serialises the deliveries of operators with several inputs. One thread at a time delivers, and owns the state of the
/// delivery, which is plain fields. Other threads and reentrant calls enqueue their events for the delivering thread.
///
/// Beginning and ending a delivery costs one atomic operation each: `beginDelivery` and `finishDelivery`. Otherwise an
/// event is passed to `enqueue`, and the delivering thread takes the queue with `collect`. In a ``Flattening``, the lock
/// also guards the demand, so the delivering thread takes one value at a time, and ends the delivery with `becomeIdle`.
///
/// The queue, a ``Ring`` or ``Backlog``, belongs to the operator, and `lock` guards it. Under `lock`, values are only moved.
@usableFromInline struct SerialDrain: ~Copyable {
  /// A set of the flags below.
  @_alwaysEmitIntoClient let state: Atomic<UInt8>
  @_alwaysEmitIntoClient let lock = Lock()

  /// A thread is delivering.
  @_alwaysEmitIntoClient @inline(__always) static var delivering: UInt8 { 1 }
  /// The next event must look under the lock: events are queued, or demand is limited (`Flattening`).
  @_alwaysEmitIntoClient @inline(__always) static var pending: UInt8 { 2 }
  /// The stream has ended, and no further delivery begins.
  @_alwaysEmitIntoClient @inline(__always) static var over: UInt8 { 4 }

  /// - Parameter state: one of the flags; 0 for nothing.
  @_alwaysEmitIntoClient init(_ state: UInt8 = 0) { self.state = Atomic(state) }

  @_alwaysEmitIntoClient @inline(__always) var isOver: Bool { state.load(ordering: .relaxed) & Self.over != 0 }
  /// Whether a thread is delivering, and no events are pending.
  @_alwaysEmitIntoClient @inline(__always) var isOnlyDelivering: Bool {
    state.load(ordering: .acquiring) == Self.delivering
  }

  /// Begins a delivery, unless one is under way or events are pending.
  @_alwaysEmitIntoClient @inline(__always) borrowing func beginDelivery() -> Bool {
    state.compareExchange(expected: 0, desired: Self.delivering, ordering: .acquiring).exchanged
  }

  /// Ends the delivery. Returns false if events are pending; the caller is still delivering, and must process them.
  @_alwaysEmitIntoClient @inline(__always) borrowing func finishDelivery() -> Bool {
    state.compareExchange(expected: Self.delivering, desired: 0, ordering: .releasing).exchanged
  }

  /// Called with `lock` held, after queueing an event or changing what the delivery depends on, and without it by `offer`.
  /// Returns true if no thread was delivering; the caller then delivers from now on.
  @_alwaysEmitIntoClient borrowing func claim() -> Bool {
    state.bitwiseOr(Self.delivering | Self.pending, ordering: .acquiringAndReleasing).oldValue & Self.delivering == 0
  }

  /// Ends a delivery whose queue is empty or waits for demand, of a stream that has not ended. `lock` must be held. An
  /// operator that calls it also holds the lock for each call of ``end()``.
  /// - Parameter isPending: whether the next event must look under the lock.
  @_alwaysEmitIntoClient borrowing func becomeIdle(isPending: Bool) {
    state.store(isPending ? Self.pending : 0, ordering: .releasing)
  }

  /// Calls `body` to queue an event, unless the stream has ended. Returns true if no thread was delivering; the caller
  /// then delivers from now on.
  @_alwaysEmitIntoClient borrowing func enqueue(_ body: () -> Void) -> Bool {
    lock.withLock {
      if isOver { return false }
      body()
      return claim()
    }
  }

  /// For the delivering thread: calls `body` to take the queue. Returns whether events were pending; they are not any
  /// more, and the thread is still delivering. Otherwise ends the delivery. Returns nil if the stream has ended.
  @_alwaysEmitIntoClient borrowing func collect(_ body: () -> Void) -> Bool? {
    lock.withLock {
      body()
      var old = state.load(ordering: .acquiring)
      while true {
        if old & Self.over != 0 { return nil }
        let found = old & Self.pending != 0
        let result = state.compareExchange(
          expected: old, desired: found ? Self.delivering : 0, ordering: .acquiringAndReleasing)
        if result.exchanged { return found }
        old = result.original
      }
    }
  }

  /// After this many queued events, the delivering thread offers the rest to others.
  @_alwaysEmitIntoClient static var turnLimit: Int { 256 }

  /// For the delivering thread: ends the delivery for a moment, though events are left. A thread that queues one at that
  /// moment delivers from then on. Returns false if one does. Otherwise the calling thread is still delivering.
  @usableFromInline borrowing func offer() -> Bool {
    var old = state.load(ordering: .acquiring)
    while old & Self.over == 0 {
      let result = state.compareExchange(expected: old, desired: Self.pending, ordering: .acquiringAndReleasing)
      if result.exchanged {
        yieldThread()
        return claim()
      }
      old = result.original
    }
    return true
  }

  /// Ends the stream. `isFirst` is true for the first call. If `wasIdle` is true, no thread was delivering, and the
  /// caller releases everything; otherwise the delivering thread does.
  @usableFromInline borrowing func end() -> (isFirst: Bool, wasIdle: Bool) {
    let old = state.bitwiseOr(Self.over | Self.delivering, ordering: .acquiringAndReleasing).oldValue
    return (old & Self.over == 0, old & (Self.over | Self.delivering) == 0)
  }
}

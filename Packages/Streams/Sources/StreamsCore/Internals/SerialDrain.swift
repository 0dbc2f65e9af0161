import Synchronization

/// Serial delivery for operators with several inputs: one thread at a time delivers, and owns everything that belongs
/// to the delivery as plain fields. Other threads, and reentrant calls, put what they have into a queue for the
/// delivering thread.
///
/// To begin and to end a delivery costs one atomic operation each. The queue, a ``Ring``, belongs to the user of the
/// drain; `lock` guards it. Under `lock` values are only moved: it is a spin lock.
@usableFromInline struct SerialDrain: ~Copyable {
  /// A set of the flags below.
  @usableFromInline let state: Atomic<UInt8>
  @usableFromInline let lock = SpinLock()

  /// A thread delivers.
  @inlinable @inline(__always) static var delivering: UInt8 { 1 }
  /// There is something to look at under the lock.
  @inlinable @inline(__always) static var pending: UInt8 { 2 }
  /// It is over, and no further delivery begins.
  @inlinable @inline(__always) static var over: UInt8 { 4 }

  /// What ``collect(_:)`` finds.
  @frozen @usableFromInline enum Found { case work, nothing, over }

  /// - Parameter state: one of the flags; 0 for nothing.
  @inlinable init(_ state: UInt8 = 0) { self.state = Atomic(state) }

  @inlinable @inline(__always) var isOver: Bool { state.load(ordering: .relaxed) & Self.over != 0 }
  /// Whether a thread delivers, and nothing else is to be done.
  @inlinable @inline(__always) var isOnlyDelivering: Bool { state.load(ordering: .acquiring) == Self.delivering }

  /// Begins a delivery, unless one is under way or there is something to look at.
  @inlinable @inline(__always) borrowing func begin() -> Bool {
    state.compareExchange(expected: 0, desired: Self.delivering, ordering: .acquiring).exchanged
  }

  /// Ends the delivery. False if there is something left to do: then the caller still delivers, and must do it.
  @inlinable @inline(__always) borrowing func finish() -> Bool {
    state.compareExchange(expected: Self.delivering, desired: 0, ordering: .releasing).exchanged
  }

  /// For a thread that has queued something: true if no thread delivers; then the caller does from now on. `lock` is
  /// held.
  @inlinable borrowing func claim() -> Bool {
    state.bitwiseOr(Self.delivering | Self.pending, ordering: .acquiringAndReleasing).oldValue & Self.delivering == 0
  }

  /// Ends a delivery, whose queue is empty or waits for demand. `lock` is held.
  /// - Parameter isPending: whether the next value must look under the lock.
  @inlinable borrowing func rest(isPending: Bool) { state.store(isPending ? Self.pending : 0, ordering: .releasing) }

  /// Lets `body` queue something, unless it is over. True if no thread delivers: then the caller does from now on.
  @inlinable borrowing func leave(_ body: () -> Void) -> Bool {
    lock.withLock {
      if isOver { return false }
      body()
      return claim()
    }
  }

  /// For the delivering thread: lets `body` take the queue; ends the delivery if nothing was queued.
  @inlinable borrowing func collect(_ body: () -> Void) -> Found {
    lock.withLock {
      body()
      var old = state.load(ordering: .acquiring)
      while true {
        if old & Self.over != 0 { return .over }
        let result = state.compareExchange(
          expected: old, desired: (old & Self.pending) >> 1, ordering: .acquiringAndReleasing)
        if result.exchanged { return old & Self.pending != 0 ? .work : .nothing }
        old = result.original
      }
    }
  }

  /// Ends it. `isFirst` for the first call; `isMine` if no thread delivers: then the caller clears up, otherwise the
  /// delivering thread does.
  @usableFromInline borrowing func end() -> (isFirst: Bool, isMine: Bool) {
    let old = state.bitwiseOr(Self.over | Self.delivering, ordering: .acquiringAndReleasing).oldValue
    return (old & Self.over == 0, old & (Self.over | Self.delivering) == 0)
  }
}

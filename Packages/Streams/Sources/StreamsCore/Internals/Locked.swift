import Synchronization

/// A lock without state. The properties that it guards name it in their comments. Never call out from `withLock`:
/// taking the lock again traps.
///
/// In generic classes it is faster than ``Locked``, whose layout depends on the state: code that is not specialised
/// would look up its metadata each time.
///
/// ThreadSanitizer cannot see into `Mutex` on Linux. The cheap pair of atomic operations on `order` shows it the
/// ordering that the lock guarantees.
@usableFromInline struct Lock: ~Copyable, Sendable {
  @usableFromInline let mutex = Mutex(())
  @usableFromInline let order = Atomic<UInt8>(0)

  @inlinable init() {}

  /// Locks until ``unlock()``. For paths of values, because a debug build is slow to pass a value through a closure.
  @inlinable @inline(__always) borrowing func lock() {
    mutex._unsafeLock()
    _ = order.load(ordering: .acquiring)
  }

  @inlinable @inline(__always) borrowing func unlock() {
    order.store(0, ordering: .releasing)
    mutex._unsafeUnlock()
  }

  @inlinable @inline(__always) borrowing func withLock<R>(_ body: () -> R) -> R {
    lock()
    defer { unlock() }
    return body()
  }
}

/// A value that is accessed only under a lock. Never call out from `withLock`.
@usableFromInline package struct Locked<State>: ~Copyable {
  @usableFromInline let mutex: Mutex<Unchecked<State>>
  @usableFromInline let order = Atomic<UInt8>(0)

  @inlinable package init(_ state: consuming State) { mutex = Mutex(Unchecked(state)) }

  @inlinable @inline(__always) package borrowing func withLock<R>(_ body: (inout State) -> R) -> R {
    mutex.withLock { (state: inout sending Unchecked<State>) -> sending Unchecked<R> in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      return Unchecked(body(&state.value))
    }.value
  }
}

/// Exempts a value from the checks of `Mutex` for values that enter and leave it.
///
/// Sendable because it exists only inside `withLock`, on one thread at a time.
@frozen @usableFromInline struct Unchecked<Value>: @unchecked Sendable {
  @usableFromInline var value: Value
  @inlinable @inline(__always) init(_ value: consuming Value) { self.value = value }
}

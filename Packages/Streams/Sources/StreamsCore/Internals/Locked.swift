import Synchronization

/// A lock over nothing in particular; what it guards is named where that is declared. Never call out from `withLock`:
/// taking the lock again traps.
///
/// In generic classes it is better than ``Locked``, whose layout depends on the state: code that is not specialised
/// would look its metadata up each time.
///
/// ThreadSanitizer cannot see into `Mutex` on Linux; the pair of atomic operations on `order`, which cost next to
/// nothing, tells it what the lock guarantees.
@usableFromInline struct Lock: ~Copyable, Sendable {
  @usableFromInline let mutex = Mutex(())
  @usableFromInline let order = Atomic<UInt8>(0)

  @inlinable init() {}

  /// Until ``unlock()``; for where a value passes, as a debug build takes long to pass anything through a closure.
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

/// A value that is reached only under a lock. Never call out from `withLock`.
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

/// Carries a value past the checks that `Mutex` makes of what enters and leaves it.
///
/// Sendable because it lives only inside `withLock`, on one thread at a time.
@frozen @usableFromInline struct Unchecked<Value>: @unchecked Sendable {
  @usableFromInline var value: Value
  @inlinable @inline(__always) init(_ value: consuming Value) { self.value = value }
}

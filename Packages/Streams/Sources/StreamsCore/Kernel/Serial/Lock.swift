import Synchronization

/// A lock without state. The properties that it guards name it in their comments. Never call out from `withLock`:
/// taking the lock again traps.
///
/// It does not contain the state, because the layout of a generic lock would depend on it: code that is not specialised
/// would look up its metadata at each use.
///
/// ThreadSanitizer cannot see into `Mutex` on Linux. The cheap pair of atomic operations on `order` shows it the
/// ordering that the lock guarantees.
@usableFromInline package struct Lock: ~Copyable, Sendable {
  @usableFromInline let mutex = Mutex(())
  @usableFromInline let order = Atomic<UInt8>(0)

  @inlinable package init() {}

  /// Locks until ``unlock()``.
  @inlinable @inline(__always) package borrowing func lock() {
    mutex._unsafeLock()
    _ = order.load(ordering: .acquiring)
  }

  @inlinable @inline(__always) package borrowing func unlock() {
    order.store(0, ordering: .releasing)
    mutex._unsafeUnlock()
  }

  @inlinable @inline(__always) package borrowing func withLock<R>(_ body: () -> R) -> R {
    lock()
    defer { unlock() }
    return body()
  }
}

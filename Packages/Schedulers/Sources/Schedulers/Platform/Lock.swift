// The lock itself is in Lock+POSIX.swift and Lock+Windows.swift.

extension Lock {
  /// Runs `body` while holding the lock.
  @inline(__always) func withLock<R>(_ body: () throws -> R) rethrows -> R {
    lock()
    defer { unlock() }
    return try body()
  }
}

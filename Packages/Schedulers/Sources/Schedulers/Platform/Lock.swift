// The lock itself is in Lock+POSIX.swift and Lock+Windows.swift.

extension Lock {
  /// Does `body` under the lock.
  @inline(__always) func withLock<R>(_ body: () throws -> R) rethrows -> R {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// A value that is accessed only under a lock. Never call out in a body: taking the lock again on the same thread
/// hangs.
///
/// Sendable because the value is accessed only under the lock.
final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let lock = Lock()
  @exclusivity(unchecked) private var value: Value

  init(_ value: consuming Value) { self.value = value }

  @inline(__always) func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Waits until `isReady` is true. It is checked again after each `wakeWaiters()`.
  @inline(__always) func withLock<R>(when isReady: (borrowing Value) -> Bool, _ body: (inout Value) throws -> R)
    rethrows -> R
  {
    lock.lock()
    defer { lock.unlock() }
    while !isReady(value) { lock.wait() }
    return try body(&value)
  }

  /// Makes all waiting threads check again.
  @inline(__always) func wakeWaiters() { lock.signal() }
}

/// Has no children, because reflection, which Swift Testing uses to describe a failed expectation, traps on a
/// noncopyable value.
extension Locked: CustomReflectable where Value: ~Copyable {
  var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

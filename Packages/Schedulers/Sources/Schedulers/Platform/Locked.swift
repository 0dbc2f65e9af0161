/// A value that is accessed only under a lock. Never call out in a body: a second lock on the same thread hangs.
///
/// Sendable because the value is accessed only under the lock.
@_spi(TestKit) public final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let lock = Lock()
  @exclusivity(unchecked) private var value: Value

  public init(_ value: consuming Value) { self.value = value }

  @inline(__always) public func withLock<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&value) } }

  /// Waits until `isReady` is true. It is checked again after each `wakeWaiters()`. If it is false at first, `watch`,
  /// which is called under the lock, returns what observes the wait.
  @inline(__always) func withLock<R>(
    when isReady: (borrowing Value) -> Bool, watch: () -> Watchdog, _ body: (inout Value) -> R
  ) -> R {
    lock.withLock {
      if !isReady(value) {
        let watch = watch()
        while !isReady(value) { lock.wait() }
        watch.stop()
      }
      return body(&value)
    }
  }

  /// Makes all waiting threads check again.
  @inline(__always) func wakeWaiters() { lock.broadcast() }
}

/// Has no children, because reflection, which Swift Testing uses to describe a failed expectation, traps on a
/// noncopyable value.
extension Locked: CustomReflectable where Value: ~Copyable {
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

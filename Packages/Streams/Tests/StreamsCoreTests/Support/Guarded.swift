import Synchronization

/// A value behind a lock, for tests whose callbacks come from several threads. Never call out from `with`.
///
/// Sendable because the value is reached only under the lock. (ThreadSanitizer cannot see into `Mutex` on Linux; the
/// atomic operations tell it what the lock guarantees.)
final class Guarded<Value>: @unchecked Sendable {
  private let lock = Mutex(())
  private let order = Atomic<UInt8>(0)
  private var state: Value

  init(_ value: Value) { state = value }

  func with<R>(_ body: (inout Value) -> R) -> R {
    lock._unsafeLock()
    _ = order.load(ordering: .acquiring)
    defer {
      order.store(0, ordering: .releasing)
      lock._unsafeUnlock()
    }
    return body(&state)
  }

  var value: Value {
    get { with { $0 } }
    set { with { $0 = newValue } }
  }
}

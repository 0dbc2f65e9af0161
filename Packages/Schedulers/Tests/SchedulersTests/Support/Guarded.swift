import Foundation

/// A value behind a lock. (`Synchronization.Mutex` asks for more of Apple's platforms than the package does.)
///
/// Sendable because the value is reached only under the lock.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&value) } }
}

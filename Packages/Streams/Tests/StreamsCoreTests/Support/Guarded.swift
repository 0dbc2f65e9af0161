import Foundation

/// A value behind a lock, for tests whose callbacks come from several threads. Never call out from `with`.
///
/// Sendable because the value is reached only under the lock.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var state: Value

  init(_ value: Value) { state = value }

  func with<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&state) } }

  var value: Value {
    get { with { $0 } }
    set { with { $0 = newValue } }
  }
}

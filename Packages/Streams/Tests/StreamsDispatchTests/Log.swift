import Foundation

/// Entries in the order in which they came, from any thread. Sendable because of the lock.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var state: [String] = []

  var entries: [String] { lock.withLock { state } }
  func add(_ entry: String) { lock.withLock { state.append(entry) } }
}

/// Says when it is released.
final class Token: Sendable {
  private let onRelease: @Sendable () -> Void
  init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
  deinit { onRelease() }
}

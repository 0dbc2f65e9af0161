import Synchronization

/// Entries in the order in which they came, from any thread.
final class Log: Sendable {
  private let state = Mutex<[String]>([])

  var entries: [String] { state.withLock { $0 } }
  func add(_ entry: String) { state.withLock { $0.append(entry) } }
}

/// Says when it is released.
final class Token: Sendable {
  private let onRelease: @Sendable () -> Void
  init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
  deinit { onRelease() }
}

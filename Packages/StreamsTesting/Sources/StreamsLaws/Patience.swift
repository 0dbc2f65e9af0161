import Foundation

/// Runs code on a plain thread and waits for it, with a limit that another thread checks.
enum Patience {
  /// Returns whether `body` has returned. If `isOverdue` returns true before, its thread is abandoned, and the result
  /// is false.
  static func wait(isOverdue: @escaping @Sendable () -> Bool, _ body: @escaping @Sendable () -> Void) async -> Bool {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        while done.wait(timeout: .now() + 0.05) == .timedOut {
          if isOverdue() { return continuation.resume(returning: false) }
        }
        continuation.resume(returning: true)
      }
    }
  }
}

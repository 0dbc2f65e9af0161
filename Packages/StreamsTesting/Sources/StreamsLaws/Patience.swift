import Foundation

enum Patience {
  /// Runs `body` on a plain thread. Returns true when it returns. Abandons the thread when `isOverdue` returns true.
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

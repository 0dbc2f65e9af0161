import Foundation

/// A plain thread that runs its run loop until `end()`.
///
/// Sendable because other threads do nothing with the loop but schedule work, which any thread may.
final class LoopThread: @unchecked Sendable {
  private let lock = NSLock()
  private var isOver = false
  private let runLoop: RunLoop

  // The lock lets the thread sanitizer, which does not know of continuations, see the way of the loop.
  private init(_ loop: RunLoop) { runLoop = lock.withLock { loop } }
  private var loop: RunLoop { lock.withLock { runLoop } }

  /// Runs the loop of a new thread while `body` runs.
  nonisolated(nonsending) static func during<R>(_ body: nonisolated(nonsending) (RunLoop) async throws -> R)
    async rethrows -> R
  {
    let thread = await start()
    defer { thread.end() }
    return try await body(thread.loop)
  }

  private static func start() async -> LoopThread {
    await withCheckedContinuation { started in
      Thread.detachNewThread {
        let thread = LoopThread(.current)
        // A loop without anything to wait for returns at once.
        let anchor = Timer(timeInterval: 3600, repeats: true) { _ in }
        thread.loop.add(anchor, forMode: .default)
        started.resume(returning: thread)
        // Timers do not make `run` return.
        while !thread.lock.withLock({ thread.isOver }) {
          _ = thread.loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
        }
        anchor.invalidate()
      }
    }
  }

  private func end() { lock.withLock { isOver = true } }
}

/// A loop for threads that do nothing with it but schedule work, which any thread may.
struct SharedLoop: @unchecked Sendable {
  let loop: RunLoop
  init(_ loop: RunLoop) { self.loop = loop }
}

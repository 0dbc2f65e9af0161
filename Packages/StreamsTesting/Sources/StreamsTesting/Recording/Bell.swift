import Dispatch
import Foundation

/// Wakes the waiting thread or task. Ringing without a waiter is remembered once.
///
/// Sendable because `lock` guards its mutable state.
@usableFromInline final class Bell: @unchecked Sendable {
  private let lock = NSLock()
  private var hasRung = false
  private var sleeper: (() -> Void)?

  func ring() {
    let sleeper = lock.withLock {
      hasRung = self.sleeper == nil
      defer { self.sleeper = nil }
      return self.sleeper
    }
    sleeper?()
  }

  func ringing() async {
    await withCheckedContinuation { continuation in wake { continuation.resume() } }
  }

  /// Blocks this thread until the bell rings or the deadline. On the main thread, the main run loop keeps running, so
  /// that events delivered there arrive.
  func block(until deadline: DispatchTime) {
    if Thread.isMainThread {
      while !take(), DispatchTime.now() < deadline {
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
      }
      return
    }
    let semaphore = DispatchSemaphore(value: 0)
    wake { semaphore.signal() }
    _ = semaphore.wait(timeout: deadline)
    lock.withLock { sleeper = nil }
  }

  private func take() -> Bool {
    lock.withLock {
      defer { hasRung = false }
      return hasRung
    }
  }

  private func wake(_ sleeper: @escaping () -> Void) {
    let isRinging = lock.withLock {
      if !hasRung { self.sleeper = sleeper }
      defer { hasRung = false }
      return hasRung
    }
    if isRinging { sleeper() }
  }
}

extension Bell {
  // A separate queue has a thread even if all threads of Swift's pool are busy.
  private static let queue = DispatchQueue(label: "StreamsTesting.Bell")

  /// Rings at `deadline`, unless the returned timer is cancelled before.
  func ring(at deadline: DispatchTime) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: Self.queue)
    timer.schedule(deadline: deadline)
    timer.setEventHandler { self.ring() }
    timer.resume()
    return timer
  }
}

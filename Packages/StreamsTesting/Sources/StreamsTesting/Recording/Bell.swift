import Dispatch
import Foundation

/// Wakes the waiting thread or task, also at its deadline. Ringing without a waiter is remembered once.
///
/// Sendable because `lock` guards its mutable state.
final class Bell: @unchecked Sendable {
  // A separate queue has a thread even if all threads of Swift's pool are busy.
  static let queue = DispatchQueue(label: "StreamsTesting.Bell")

  private let deadline: DispatchTime
  private let timer = DispatchSource.makeTimerSource(queue: queue)
  private let lock = NSLock()
  private var hasRung = false
  private var sleeper: (() -> Void)?

  init(within limit: Duration) {
    deadline = .now() + limit
    timer.schedule(deadline: deadline)
    timer.setEventHandler { [weak self] in self?.ring() }
    timer.resume()
  }

  deinit { timer.cancel() }

  var isOver: Bool { DispatchTime.now() >= deadline }

  func ring() {
    let sleeper = lock.withLock {
      hasRung = self.sleeper == nil
      return exchange(&self.sleeper, with: nil)
    }
    sleeper?()
  }

  func ringing() async {
    await withCheckedContinuation { continuation in wake { continuation.resume() } }
  }

  /// Blocks this thread until the bell rings. The main thread runs its run loop, so that events delivered there arrive.
  func block() {
    if Thread.isMainThread {
      while !lock.withLock({ exchange(&hasRung, with: false) }), !isOver {
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
      }
      return
    }
    let semaphore = DispatchSemaphore(value: 0)
    wake { semaphore.signal() }
    _ = semaphore.wait(timeout: deadline)
  }

  private func wake(_ sleeper: @escaping () -> Void) {
    let isRinging = lock.withLock {
      if !hasRung { self.sleeper = sleeper }
      return exchange(&hasRung, with: false)
    }
    if isRinging { sleeper() }
  }
}

extension DispatchTime {
  /// Returns the sum, clamped to the distant future.
  package static func + (time: DispatchTime, duration: Duration) -> DispatchTime {
    let (sum, overflow) = time.uptimeNanoseconds.addingReportingOverflow(UInt64(max(0, duration.wholeNanoseconds)))
    return overflow ? .distantFuture : DispatchTime(uptimeNanoseconds: sum)
  }
}

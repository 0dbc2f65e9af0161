import Dispatch

/// The main queue, as a lane of one thread that is never kept.
///
/// Sendable because everything that changes is behind the lock.
final class MainLane: @unchecked Sendable {
  private let lock = Lock()
  private var hasCome = false
  private var isAwaitedFrom = ContinuousClock.now

  /// Whether the main thread can be expected to come: not while it is known to be blocked, or if it never runs its queue.
  var isAwaited: Bool { lock.withLock { .now >= isAwaitedFrom } }

  /// Whether it has been waited for long enough: not so soon if it may only have much to do.
  func isLate(age: Duration, idle: Duration) -> Bool {
    // One that has never come may never run its queue. But a process that gets no processor looks idle, too.
    idle >= PoolMeeting.patience || age >= (lock.withLock { hasCome } ? PoolMeeting.longestPatience : .seconds(3))
  }

  /// Calls `done` on the main thread behind everything that waits for it now, and behind what that leads to, `hops` times.
  func pass(_ hops: Int, _ done: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async {
      guard hops <= 1 else { return self.pass(hops - 1, done) }
      self.lock.withLock { self.hasCome = true }
      done()
    }
  }

  /// Notes that it has not come; true if it came before.
  func noteAbsent() -> Bool {
    lock.withLock {
      isAwaitedFrom = .now + (hasCome ? .seconds(5) : .seconds(10))
      return hasCome
    }
  }
}

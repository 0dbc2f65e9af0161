import Dispatch

/// The main queue, as a lane of one thread that is never held.
///
/// Sendable because the lock guards all mutable state.
final class MainLane: @unchecked Sendable {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the main queue runs the calling code, on whatever thread.
  static var isHere: Bool { DispatchQueue.getSpecific(key: key) ?? false }

  private let lock = Lock()
  private var hasCome = false
  private var isAwaitedFrom = ContinuousClock.now

  /// Whether the main thread is expected to arrive: not while it is known to be blocked, or if it never runs its queue.
  var isAwaited: Bool { lock.withLock { .now >= isAwaitedFrom } }

  /// Whether the main thread is overdue. It has more time if it may only be busy.
  func isLate(age: Duration, idle: Duration) -> Bool {
    // A main thread that has never arrived may never run its queue. But a process that gets no processor time also
    // looks idle.
    idle >= PoolMeeting.patience || age >= (lock.withLock { hasCome } ? .seconds(10) : .seconds(3))
  }

  /// Calls `done` on the main thread after everything enqueued now, and after the work that follows from it, `hops`
  /// times.
  func pass(_ hops: Int, _ done: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async {
      guard hops <= 1 else { return self.pass(hops - 1, done) }
      self.lock.withLock { self.hasCome = true }
      done()
    }
  }

  /// Records that the main thread has not arrived. Returns true if it had arrived before.
  func noteAbsent() -> Bool {
    lock.withLock {
      isAwaitedFrom = .now + (hasCome ? .seconds(5) : .seconds(10))
      return hasCome
    }
  }
}

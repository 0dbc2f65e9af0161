/// The threads of the pool for one priority, as observed by meetings.
///
/// Sendable because the lock guards all mutable state.
final class PoolLane: @unchecked Sendable {
  let priority: TaskPriority
  /// The number of threads, if the pool has its full width.
  let width: Int

  private let lock = Lock()
  /// The number of threads that arrive. Fewer than `width` for a while after some were missing.
  private var expected: Int
  private var expectsAllFrom = ContinuousClock.now

  init(_ priority: TaskPriority, width: Int = PoolWidth.expected) {
    self.priority = priority
    self.width = width
    expected = width
  }

  /// Returns the number of threads to wait for now.
  func expectation(at now: ContinuousClock.Instant = .now) -> Int {
    lock.withLock {
      if expected < width, now >= expectsAllFrom { expected = width }
      return expected
    }
  }

  /// Records that a missing thread has returned: all are expected again.
  func noteReturn() { lock.withLock { expected = width } }

  /// Records that only `count` threads had arrived after `duration`. For a while, no more are expected.
  func noteIncomplete(_ count: Int, after duration: Duration, at now: ContinuousClock.Instant = .now) {
    lock.withLock {
      expected = count
      // At most a tenth of the time is spent waiting, unless a wait was longer than `duration`, which is capped.
      expectsAllFrom = now + max(.seconds(1), duration * 10)
    }
  }
}

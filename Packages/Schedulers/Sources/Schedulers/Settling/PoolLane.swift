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
  private var pause = PoolLane.shortestPause
  private var hasBeenFull = false

  /// How long missing threads are not expected. Longer each time, if they have never all been seen together.
  private static let shortestPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(60)

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

  /// Records that all expected threads have arrived.
  func noteComplete(_ count: Int) {
    guard count == width else { return }
    lock.withLock {
      hasBeenFull = true
      pause = Self.shortestPause
    }
  }

  /// Records that a missing thread has returned: all are expected again.
  func noteReturn() { lock.withLock { expected = width } }

  /// Records that only `count` threads had arrived after `duration`. For a while, no more are expected.
  func noteIncomplete(
    _ count: Int, after duration: Duration, at now: ContinuousClock.Instant = .now
  ) {
    lock.withLock {
      expected = count
      // At most a tenth of the time is spent waiting, unless a wait was longer than `duration`, which is capped.
      let pause = max(pause, duration * 10)
      expectsAllFrom = now + pause
      if !hasBeenFull { self.pause = min(self.pause * 2, Self.longestPause) }
    }
  }
}

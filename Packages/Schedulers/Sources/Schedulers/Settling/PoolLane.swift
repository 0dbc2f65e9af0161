/// The threads that the pool has for one priority, as meetings have seen them.
///
/// Sendable because everything that changes is behind the lock.
final class PoolLane: @unchecked Sendable {
  let priority: TaskPriority
  /// How many threads there are, if the pool is as wide as it should be.
  let width: Int

  private let lock = Lock()
  /// How many come; fewer than `width` for a while after some stayed away.
  private var expected: Int
  private var expectsAllFrom = ContinuousClock.now
  private var pause = PoolLane.shortestPause
  private var hasBeenFull = false

  /// How long threads that stayed away are not expected; longer each time if all have never been seen together.
  private static let shortestPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(60)

  init(_ priority: TaskPriority, width: Int = PoolWidth.expected) {
    self.priority = priority
    self.width = width
    expected = width
  }

  /// How many threads to wait for now.
  func expectation(at now: ContinuousClock.Instant = .now) -> Int {
    lock.withLock {
      if expected < width, now >= expectsAllFrom { expected = width }
      return expected
    }
  }

  /// Notes that as many came as were expected.
  func noteComplete(_ count: Int) {
    guard count == width else { return }
    lock.withLock {
      hasBeenFull = true
      pause = Self.shortestPause
    }
  }

  /// Notes that a thread has come that stayed away: all are expected again.
  func noteReturn() { lock.withLock { expected = width } }

  /// Notes that after `duration` only `count` had come: for a while no more are expected.
  func noteIncomplete(
    _ count: Int, after duration: Duration, at now: ContinuousClock.Instant = .now
  ) {
    lock.withLock {
      expected = count
      // No more than a tenth of the time is spent waiting.
      let pause = max(pause, duration * 10)
      expectsAllFrom = now + pause
      if !hasBeenFull { self.pause = min(self.pause * 2, Self.longestPause) }
    }
  }
}

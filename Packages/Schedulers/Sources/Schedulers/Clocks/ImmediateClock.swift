/// A clock whose sleeps return at once: for previews, and for tests in which time does not matter.
///
/// A sleep moves the clock to its deadline, so that code which measures time sees it pass.
///
/// ```swift
/// func napsAtOnce() async throws {
///   let clock = ImmediateClock()
///   try await clock.sleep(for: .seconds(60))
///   print(clock.now.offset)
/// }
/// try await napsAtOnce()
/// // 60.0 seconds
/// ```
///
/// A loop that sleeps for ever runs for ever: each sleep yields to other tasks, and throws once its task is cancelled.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in this clock's time.
  public typealias Instant = OffsetInstant<Duration>

  private let time: Guarded<Instant>

  /// A clock at `now`.
  public init(now: Instant) { time = Guarded(now) }

  /// The latest deadline slept for, or the beginning.
  public var now: Instant { time.withLock { $0 } }

  /// Zero.
  public var minimumResolution: Duration { .zero }

  /// Moves the clock to `deadline`, unless that has passed, yields to other tasks, and returns.
  ///
  /// - Parameters:
  ///   - deadline: The time to sleep until.
  ///   - tolerance: Without effect.
  /// - Throws: `CancellationError` if the task is cancelled.
  nonisolated(nonsending)
    public func sleep(until deadline: Instant, tolerance _: Duration? = nil) async throws
  {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// A clock at its beginning.
  public convenience init() { self.init(now: Instant()) }
}

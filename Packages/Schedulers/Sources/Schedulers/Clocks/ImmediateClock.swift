/// A clock whose sleeps return immediately, for previews, and for tests in which time does not matter.
///
/// A sleep moves the clock to its deadline, so that code that measures time sees it pass.
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
/// An endless loop of sleeps runs until its task is cancelled: each sleep yields to other tasks, and throws if its task
/// is cancelled.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// An instant of this clock.
  public typealias Instant = OffsetInstant<Duration>

  private let state: Locked<(now: Instant, version: Int)>

  /// Creates a clock at `now`.
  public init(now: Instant) { state = Locked((now, 0)) }

  /// The latest deadline of a sleep, or the beginning.
  public var now: Instant { state.withLock { $0.now } }

  /// The resolution, always zero.
  public var minimumResolution: Duration { .zero }

  /// Moves the clock to `deadline`, unless it has passed, and yields to other tasks.
  ///
  /// - Parameters:
  ///   - deadline: The time to sleep until.
  ///   - tolerance: Without effect.
  /// - Throws: `CancellationError` if the task is cancelled.
  nonisolated(nonsending)
    public func sleep(until deadline: Instant, tolerance _: Duration? = nil) async throws
  {
    try Task.checkCancellation()
    move(to: deadline)
    await Task.yield()
  }

  /// Compares outside the lock, because a custom `Duration` runs user code.
  private func move(to deadline: Instant) {
    var seen = state.withLock { $0 }
    while seen.now < deadline {
      seen = state.withLock { state in
        if state.version == seen.version { state = (deadline, seen.version + 1) }
        return state
      }
    }
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A new clock whose sleeps return immediately, where a `some Clock<Duration>` is expected.
  public static var immediate: Self { ImmediateClock() }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Creates a clock at its beginning.
  public convenience init() { self.init(now: Instant()) }
}

/// A type-erased clock, for functions that take a generic clock and do not accept an `any Clock<Duration>`.
///
/// ```swift
/// func ticks<C: Clock>(_ clock: C) -> C.Instant { clock.now }
/// let clock: any Clock<Duration> = ContinuousClock()
/// let start = ticks(AnyClock(clock))
/// print(start <= AnyClock(clock).now)
/// // true
/// ```
///
/// Comparing or subtracting the instants of two erased clocks traps unless the underlying clocks have the same type.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  let base: any Clock<Duration>

  /// Erases the type of `clock`.
  public init(_ clock: some Clock<Duration>) { base = (clock as? Self)?.base ?? clock }

  /// The clock's current time.
  public var now: Instant { Instant(base.now) }

  /// The clock's resolution.
  public var minimumResolution: Duration { base.minimumResolution }

  /// Suspends the calling task until the clock reaches `deadline`.
  ///
  /// Traps if `deadline` is an instant of another type of clock.
  ///
  /// - Parameters:
  ///   - deadline: The time at which to wake.
  ///   - tolerance: How late the task may wake.
  /// - Throws: The clock's error: `CancellationError` if the task is cancelled.
  nonisolated(nonsending)
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws
  {
    try await Self.sleep(base, until: deadline, tolerance: tolerance, at: nil)
  }

  /// - Parameter place: The place that begins the sleep, for messages of a timeline.
  nonisolated(nonsending)
    static func sleep<C: Clock<Duration>>(
      _ clock: C, until deadline: Instant, tolerance: Duration?, at place: SourcePlace?
    ) async throws
  {
    let deadline = deadline.unwrapped(as: C.Instant.self)
    guard let timeline = clock as? Timeline, let due = deadline as? Timeline.Instant else {
      return try await clock.sleep(until: deadline, tolerance: tolerance)
    }
    try await timeline.sleep(until: due.nanoseconds, at: place, isolation: #isolation)
  }
}

extension AnyClock {
  /// A type-erased instant of a clock.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    private let base: any InstantProtocol<Duration>

    /// Erases the type of `instant`.
    public init(_ instant: some InstantProtocol<Duration>) { base = (instant as? Self)?.base ?? instant }

    /// Returns the point in time `duration` later.
    public func advanced(by duration: Duration) -> Self { Self(base.advanced(by: duration)) }

    /// Returns the time until `other`, which is negative if `other` is earlier. Traps if `other` is an instant of
    /// another type of clock.
    public func duration(to other: Self) -> Duration {
      func duration<I: InstantProtocol<Duration>>(_ instant: I) -> Duration {
        instant.duration(to: other.unwrapped(as: I.self))
      }
      return duration(base)
    }

    /// Whether `a` is earlier than `b`. Traps if they are instants of different types of clocks.
    public static func < (a: Self, b: Self) -> Bool {
      func isEarlier<I: InstantProtocol<Duration>>(_ instant: I) -> Bool { instant < b.unwrapped(as: I.self) }
      return isEarlier(a.base)
    }

    /// Whether both are the same instant of the same type of clock.
    public static func == (a: Self, b: Self) -> Bool {
      func isEqual<I: InstantProtocol<Duration>>(_ instant: I) -> Bool { b.base as? I == instant }
      return isEqual(a.base)
    }

    /// Hashes the instant.
    public func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

    /// The clock's description of the instant.
    public var description: String { "\(base)" }

    func unwrapped<I: InstantProtocol<Duration>>(as _: I.Type) -> I {
      guard let instant = base as? I else {
        fatalError("AnyClock: an instant of type \(type(of: base)) was used with one of type \(I.self)")
      }
      return instant
    }
  }
}

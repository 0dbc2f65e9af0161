/// A clock without its type: for functions that take a generic clock and do not accept an `any Clock<Duration>`.
///
/// ```swift
/// func ticks<C: Clock>(_ clock: C) -> C.Instant { clock.now }
/// let clock: any Clock<Duration> = ContinuousClock()
/// let start = ticks(AnyClock(clock))
/// print(start <= AnyClock(clock).now)
/// // true
/// ```
///
/// Instants of two erased clocks compare and subtract if the clocks inside are of one type. Others trap.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  private let base: any Clock<Duration>

  /// Erases the type of `clock`.
  public init(_ clock: some Clock<Duration>) { base = clock }

  /// The clock's current time.
  public var now: Instant {
    func now(_ clock: some Clock<Duration>) -> Instant { Instant(clock.now) }
    return now(base)
  }

  /// The clock's resolution.
  public var minimumResolution: Duration {
    func resolution(_ clock: some Clock<Duration>) -> Duration { clock.minimumResolution }
    return resolution(base)
  }

  /// Suspends the calling task until the clock reaches `deadline`.
  ///
  /// Traps if `deadline` is an instant of another type of clock.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: How much later it may wake.
  /// - Throws: The clock's error: `CancellationError` if the task is cancelled.
  nonisolated(nonsending)
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws
  {
    try await Self.sleep(base, until: deadline, tolerance: tolerance)
  }

  nonisolated(nonsending)
    private static func sleep<C: Clock<Duration>>(_ clock: C, until deadline: Instant, tolerance: Duration?)
    async throws
  {
    try await clock.sleep(until: deadline.unwrapped(as: C.Instant.self), tolerance: tolerance)
  }
}

extension AnyClock {
  /// A point in the time of a clock, without its type.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    private let base: any InstantProtocol<Duration>

    /// Erases the type of `instant`.
    public init(_ instant: some InstantProtocol<Duration>) { base = instant }

    /// The point `duration` later.
    public func advanced(by duration: Duration) -> Self {
      func advanced(_ instant: some InstantProtocol<Duration>) -> Self { Self(instant.advanced(by: duration)) }
      return advanced(base)
    }

    /// The time from here to `other`; negative if that is earlier. Traps if `other` is of another type of clock.
    public func duration(to other: Self) -> Duration {
      func duration<I: InstantProtocol<Duration>>(_ instant: I) -> Duration {
        instant.duration(to: other.unwrapped(as: I.self))
      }
      return duration(base)
    }

    /// Whether the first point is the earlier one. Traps if they are of different types of clocks.
    public static func < (a: Self, b: Self) -> Bool {
      func isEarlier<I: InstantProtocol<Duration>>(_ instant: I) -> Bool { instant < b.unwrapped(as: I.self) }
      return isEarlier(a.base)
    }

    /// Whether they are the same point of one type of clock.
    public static func == (a: Self, b: Self) -> Bool {
      func isEqual<I: InstantProtocol<Duration>>(_ instant: I) -> Bool { b.base as? I == instant }
      return isEqual(a.base)
    }

    /// Hashes the point.
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

extension Timeline {
  /// An instant of a timeline's virtual time, in whole nanoseconds since the beginning.
  ///
  /// The range is about ±292 years. Arithmetic is clamped to it.
  public struct Instant: InstantProtocol, Codable, CustomStringConvertible {
    /// The number of nanoseconds since the timeline's beginning.
    public var nanoseconds: Int64

    /// Creates the instant `nanoseconds` after the beginning.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Creates the instant `offset` after the beginning, rounded to whole nanoseconds.
    public init(offset: Duration = .zero) { nanoseconds = offset.wholeNanoseconds }

    /// The beginning of every timeline.
    public static var beginning: Instant { Instant(nanoseconds: 0) }

    /// The last instant, about 292 years after the beginning.
    public static var end: Instant { Instant(nanoseconds: .max) }

    /// The time since the beginning.
    public var offset: Duration { .nanoseconds(nanoseconds) }

    /// Returns the instant `duration` later, rounded to whole nanoseconds.
    public func advanced(by duration: Duration) -> Instant {
      Instant(nanoseconds: nanoseconds.addingClamped(duration.wholeNanoseconds))
    }

    /// Returns the time until `other`, which is negative if `other` is earlier.
    public func duration(to other: Instant) -> Duration {
      .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    /// Whether `a` is earlier than `b`.
    public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

    /// The time since the beginning, for example `1.5 seconds`.
    public var description: String { offset.description }
  }
}

extension Int64 {
  /// Returns the sum, clamped to the range.
  @inline(__always) func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded, and clamped to the range of `Int64`.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds > 0 ? .max : .min }
    let half: Int64 = attoseconds < 0 ? -500_000_000 : 500_000_000
    return whole.addingClamped((attoseconds + half) / 1_000_000_000)
  }
}

extension Timeline {
  /// A moment of a timeline's virtual time, in whole nanoseconds since its beginning.
  ///
  /// It reaches 292 years both ways. Arithmetic that would go beyond stops at the end.
  public struct Instant: InstantProtocol, Codable, CustomStringConvertible {
    /// Nanoseconds since the timeline's beginning.
    public var nanoseconds: Int64

    /// The moment `nanoseconds` after the beginning.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The moment `offset` after the beginning, rounded to whole nanoseconds.
    public init(offset: Duration = .zero) { nanoseconds = offset.wholeNanoseconds }

    /// The beginning of every timeline.
    public static var beginning: Instant { Instant(nanoseconds: 0) }

    /// The last moment that there is.
    public static var end: Instant { Instant(nanoseconds: .max) }

    /// The time that has passed since the beginning.
    public var offset: Duration { .nanoseconds(nanoseconds) }

    /// The moment `duration` later, rounded to whole nanoseconds.
    public func advanced(by duration: Duration) -> Instant {
      Instant(nanoseconds: nanoseconds.addingClamped(duration.wholeNanoseconds))
    }

    /// The time from here to `other`.
    public func duration(to other: Instant) -> Duration {
      .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    /// Earlier comes first.
    public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

    /// The time since the beginning, for example `1.5 seconds`.
    public var description: String { offset.description }
  }
}

extension Int64 {
  /// The sum, or the nearest end of the range.
  @inline(__always) func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}

extension Duration {
  /// Rounded to whole nanoseconds, and to the range of `Int64`.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds > 0 ? .max : .min }
    let half: Int64 = attoseconds < 0 ? -500_000_000 : 500_000_000
    return whole.addingClamped((attoseconds + half) / 1_000_000_000)
  }
}

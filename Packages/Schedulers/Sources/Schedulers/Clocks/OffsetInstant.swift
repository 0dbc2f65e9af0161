/// A point in the time of a clock that counts from zero: ``ImmediateClock`` and ``UnimplementedClock``.
public struct OffsetInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time from the clock's beginning to this point.
  public let offset: Duration

  /// The point `offset` after the clock's beginning.
  public init(offset: Duration = .zero) { self.offset = offset }

  /// The point `duration` later.
  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

  /// The time from here to `other`; negative if that is earlier.
  public func duration(to other: Self) -> Duration { other.offset - offset }

  /// Whether the first point is the earlier one.
  public static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
}

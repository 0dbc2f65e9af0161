/// An instant of a clock that counts from zero: ``ImmediateClock`` or ``UnimplementedClock``.
public struct OffsetInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock's beginning.
  public let offset: Duration

  /// Creates the point in time `offset` after the clock's beginning.
  public init(offset: Duration = .zero) { self.offset = offset }

  /// Returns the point in time `duration` later.
  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

  /// Returns the time until `other`, which is negative if `other` is earlier.
  public func duration(to other: Self) -> Duration { other.offset - offset }

  /// Whether `a` is earlier than `b`.
  public static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
}

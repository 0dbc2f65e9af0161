import Foundation
import StreamsCore

extension RunLoop {
  /// A point in time of a run loop: a date.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    /// The date.
    @_alwaysEmitIntoClient public var date: Date

    /// Creates the point in time of `date`.
    public init(_ date: Date) { self.date = date }

    /// Returns the time until `other`, which is negative if `other` is earlier.
    public func distance(to other: SchedulerTimeType) -> Stride { Stride(other.date.timeIntervalSince(date)) }

    /// Returns the point in time `n` later.
    public func advanced(by n: Stride) -> SchedulerTimeType {
      SchedulerTimeType(date.addingTimeInterval(n.timeInterval))
    }

    /// Whether both values are the same point in time.
    public static func == (lhs: SchedulerTimeType, rhs: SchedulerTimeType) -> Bool { lhs.date == rhs.date }

    /// Whether `lhs` is earlier than `rhs`.
    public static func < (lhs: SchedulerTimeType, rhs: SchedulerTimeType) -> Bool { lhs.date < rhs.date }

    public init(from decoder: any Decoder) throws { date = try decoder.value(of: .date) }
    public func encode(to encoder: any Encoder) throws { try encoder.encode(date, as: .date) }
  }
}

extension RunLoop.SchedulerTimeType {
  /// A length of time between two dates, in seconds and fractions of seconds. A literal is a number of seconds.
  public struct Stride: SecondsStride {
    /// The length in seconds.
    @_alwaysEmitIntoClient public var magnitude: TimeInterval

    /// The length in seconds.
    public var timeInterval: TimeInterval { magnitude }

    /// Creates a length of `timeInterval` seconds.
    public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
  }
}

import Foundation
import StreamsCore

extension RunLoop {
  /// A point in time of a run loop: a date.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    /// The date.
    public var date: Date

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
  }
}

extension RunLoop.SchedulerTimeType {
  /// A length of time between two dates, in seconds and fractions of seconds. A literal is a number of seconds.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Codable, Sendable
  {
    /// The length in seconds.
    public var magnitude: TimeInterval

    /// The length in seconds.
    public var timeInterval: TimeInterval { magnitude }

    /// Creates a length of `timeInterval` seconds.
    public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }

    /// Creates a length of `value` seconds.
    public init(floatLiteral value: TimeInterval) { magnitude = value }

    /// Creates a length of `value` seconds.
    public init(integerLiteral value: TimeInterval) { magnitude = value }

    /// Creates a length of `source` seconds, or returns nil if a `TimeInterval` cannot represent it exactly.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let seconds = TimeInterval(exactly: source) else { return nil }
      magnitude = seconds
    }

    /// Returns a length of `s` seconds.
    public static func seconds(_ s: Int) -> Stride { Stride(TimeInterval(s)) }
    /// Returns a length of `s` seconds.
    public static func seconds(_ s: Double) -> Stride { Stride(s) }
    /// Returns a length of `ms` milliseconds.
    public static func milliseconds(_ ms: Int) -> Stride { Stride(TimeInterval(ms) / 1_000) }
    /// Returns a length of `us` microseconds.
    public static func microseconds(_ us: Int) -> Stride { Stride(TimeInterval(us) / 1_000_000) }
    /// Returns a length of `ns` nanoseconds.
    public static func nanoseconds(_ ns: Int) -> Stride { Stride(TimeInterval(ns) / 1_000_000_000) }

    /// Whether `lhs` is shorter than `rhs`.
    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
    /// Returns the sum.
    public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
    /// Returns the difference.
    public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
    /// Returns the product of the numbers of seconds.
    public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }
    /// Adds `rhs`.
    public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }
    /// Subtracts `rhs`.
    public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }
    /// Multiplies the numbers of seconds.
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
  }
}

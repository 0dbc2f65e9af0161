import Foundation
import StreamsCore

/// What the times of run loops and operation queues have in common: they are dates. Internal to Streams.
public protocol _DateSchedulerTime: Strideable where Stride: _DateSchedulerStride {
  /// The date.
  var date: Date { get set }

  /// Creates the point in time of `date`.
  init(_ date: Date)
}

extension _DateSchedulerTime {
  /// Returns the time until `other`, which is negative if `other` is earlier.
  public func distance(to other: Self) -> Stride { Stride(other.date.timeIntervalSince(date)) }

  /// Returns the point in time `n` later.
  public func advanced(by n: Stride) -> Self { Self(date.addingTimeInterval(n.timeInterval)) }

  /// Whether both values are the same point in time.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.date == rhs.date }

  /// Whether `lhs` is earlier than `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.date < rhs.date }
}

/// What the strides of run loops and operation queues have in common: they are seconds and fractions of seconds.
/// Internal to Streams.
public protocol _DateSchedulerStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
  ExpressibleByFloatLiteral
where Magnitude == TimeInterval {
  /// The length in seconds.
  var magnitude: TimeInterval { get set }

  /// Creates a length of `timeInterval` seconds.
  init(_ timeInterval: TimeInterval)
}

extension _DateSchedulerStride {
  /// The length in seconds.
  public var timeInterval: TimeInterval { magnitude }

  /// Creates a length of `value` seconds.
  public init(floatLiteral value: TimeInterval) { self.init(value) }

  /// Creates a length of `value` seconds.
  public init(integerLiteral value: TimeInterval) { self.init(value) }

  /// Creates a length of `source` seconds, or returns nil if a `TimeInterval` cannot represent it exactly.
  public init?<T: BinaryInteger>(exactly source: T) {
    guard let seconds = TimeInterval(exactly: source) else { return nil }
    self.init(seconds)
  }

  /// Returns a length of `s` seconds.
  public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }
  /// Returns a length of `s` seconds.
  public static func seconds(_ s: Double) -> Self { Self(s) }
  /// Returns a length of `ms` milliseconds.
  public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1_000) }
  /// Returns a length of `us` microseconds.
  public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1_000_000) }
  /// Returns a length of `ns` nanoseconds.
  public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1_000_000_000) }

  /// Whether `lhs` is shorter than `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
  /// Returns the sum.
  public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }
  /// Returns the difference.
  public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }
  /// Returns the product of the numbers of seconds.
  public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }
  /// Adds `rhs`.
  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
  /// Subtracts `rhs`.
  public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
  /// Multiplies the numbers of seconds.
  public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
}

import Foundation
import StreamsCore

/// A length of time between two dates, in seconds and fractions of seconds. A literal is a number of seconds.
@usableFromInline
protocol SecondsStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
  ExpressibleByFloatLiteral, Codable, Sendable
{
  /// The length in seconds.
  var magnitude: TimeInterval { get set }
  init(_ timeInterval: TimeInterval)
}

extension SecondsStride {
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
  /// Multiplies the numbers of seconds.
  public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

  public init(from decoder: any Decoder) throws { self.init(try decoder.value(of: .magnitude)) }
  public func encode(to encoder: any Encoder) throws { try encoder.encode(magnitude, as: .magnitude) }
}

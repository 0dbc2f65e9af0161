import Streams

extension VirtualTimeScheduler {
  /// A point in virtual time, in whole nanoseconds since the reference time.
  public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable, CustomStringConvertible {
    let nanoseconds: Int64

    init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The point `seconds` after the reference time, rounded to nanoseconds.
    public init(timeIntervalSinceReferenceTime seconds: Double) {
      nanoseconds = Int64(roundingSeconds: seconds)
    }

    /// Where every virtual clock starts.
    public static var referenceTime: SchedulerTimeType { SchedulerTimeType(nanoseconds: 0) }

    /// The seconds that have passed since the reference time.
    public var timeIntervalSinceReferenceTime: Double { Stride(nanoseconds: nanoseconds).magnitude }

    /// The time until `other`; negative if that is earlier.
    public func distance(to other: SchedulerTimeType) -> Stride {
      Stride(nanoseconds: other.nanoseconds) - Stride(nanoseconds: nanoseconds)
    }

    /// The point that lies `stride` later, or the end of time.
    public func advanced(by stride: Stride) -> SchedulerTimeType {
      SchedulerTimeType(nanoseconds: nanoseconds.addingClamped(stride.nanoseconds))
    }

    /// Whether the first point is the earlier one.
    public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }

    /// The seconds since the reference time.
    public var description: String { "\(timeIntervalSinceReferenceTime)" }
  }
}

extension VirtualTimeScheduler.SchedulerTimeType {
  /// A length of virtual time, kept in whole nanoseconds. A literal counts seconds.
  ///
  /// What does not fit is clamped to the longest or shortest length, about 292 years.
  public struct Stride: SchedulerTimeIntervalConvertible, SignedNumeric, Comparable, ExpressibleByFloatLiteral,
    Hashable, Codable, Sendable, WholeNanoseconds, CustomStringConvertible
  {
    let nanoseconds: Int64

    init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The length in seconds, for example `3.0`; negative if the length is.
    public var magnitude: Double { Double(nanoseconds) / 1_000_000_000 }

    /// The length in seconds.
    public var timeInterval: Double { magnitude }

    /// The length.
    public var wholeNanoseconds: Int64 { nanoseconds }

    /// `seconds` seconds, rounded to nanoseconds.
    public init(_ seconds: Double) { nanoseconds = Int64(roundingSeconds: seconds) }

    /// `value` seconds.
    public init(integerLiteral value: Int) { self = .seconds(value) }

    /// `value` seconds, rounded to nanoseconds.
    public init(floatLiteral value: Double) { self.init(value) }

    /// `source` seconds, or nil if that does not fit.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let seconds = Int64(exactly: source) else { return nil }
      let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      guard !overflow else { return nil }
      nanoseconds = product
    }

    /// `s` seconds.
    public static func seconds(_ s: Int) -> Self { Self(s, of: 1_000_000_000) }
    /// `s` seconds, rounded to nanoseconds.
    public static func seconds(_ s: Double) -> Self { Self(s) }
    /// `ms` thousandths of a second.
    public static func milliseconds(_ ms: Int) -> Self { Self(ms, of: 1_000_000) }
    /// `us` millionths of a second.
    public static func microseconds(_ us: Int) -> Self { Self(us, of: 1_000) }
    /// `ns` billionths of a second.
    public static func nanoseconds(_ ns: Int) -> Self { Self(ns, of: 1) }

    private init(_ count: Int, of unit: Int64) {
      let (product, overflow) = Int64(count).multipliedReportingOverflow(by: unit)
      nanoseconds = overflow ? (count < 0 ? .min : .max) : product
    }

    /// Whether the first length is the shorter one.
    public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
    /// The sum.
    public static func + (a: Self, b: Self) -> Self { Self(nanoseconds: a.nanoseconds.addingClamped(b.nanoseconds)) }
    /// The difference.
    public static func - (a: Self, b: Self) -> Self {
      let (difference, overflow) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
      return Self(nanoseconds: overflow ? (b.nanoseconds < 0 ? .max : .min) : difference)
    }
    /// The product of the numbers of seconds: `stride * 2` is twice as long.
    public static func * (a: Self, b: Self) -> Self { Self(a.magnitude * b.magnitude) }
    /// Adds `b`.
    public static func += (a: inout Self, b: Self) { a = a + b }
    /// Subtracts `b`.
    public static func -= (a: inout Self, b: Self) { a = a - b }
    /// Multiplies the numbers of seconds.
    public static func *= (a: inout Self, b: Self) { a = a * b }

    /// The length in seconds.
    public var description: String { "\(magnitude)" }
  }
}

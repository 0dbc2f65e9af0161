import Streams

/// A point in virtual time, in whole nanoseconds since the reference time.
public struct VirtualInstant: Strideable, Hashable, Codable, Sendable, CustomStringConvertible {
  let nanoseconds: Int64

  /// By default, the time of a ``VirtualTimeScheduler`` at the beginning of its timeline.
  public static var referenceTime: VirtualInstant { VirtualInstant(nanoseconds: 0) }

  /// The number of seconds since the reference time.
  public var timeIntervalSinceReferenceTime: Double { Stride(nanoseconds: nanoseconds).magnitude }

  /// Returns the time until `other`, which is negative if `other` is earlier.
  public func distance(to other: VirtualInstant) -> Stride {
    Stride(nanoseconds: other.nanoseconds) - Stride(nanoseconds: nanoseconds)
  }

  /// Returns the point in time `stride` later, or the end of time.
  public func advanced(by stride: Stride) -> VirtualInstant {
    VirtualInstant(nanoseconds: nanoseconds.addingClamped(stride.nanoseconds))
  }

  /// Whether `a` is earlier than `b`.
  public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }

  /// The seconds since the reference time.
  public var description: String { "\(timeIntervalSinceReferenceTime)" }
}

extension VirtualInstant {
  /// A length of virtual time, in whole nanoseconds. A literal is a number of seconds.
  ///
  /// Results out of range are clamped to the longest or shortest length, about ±292 years.
  public struct Stride: SchedulerTimeIntervalConvertible, WholeNanoseconds, SignedNumeric, Comparable,
    ExpressibleByFloatLiteral, Hashable, Codable, Sendable, CustomStringConvertible
  {
    let nanoseconds: Int64

    init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The length in seconds, for example `3.0`, with its sign.
    public var magnitude: Double { Double(nanoseconds) / 1_000_000_000 }

    /// The length in seconds.
    public var timeInterval: Double { magnitude }

    /// Creates a length of `seconds` seconds, rounded to nanoseconds.
    public init(_ seconds: Double) { nanoseconds = Int64(roundingSeconds: seconds) }

    /// Creates a length of `value` seconds.
    public init(integerLiteral value: Int) { self = .seconds(value) }

    /// Creates a length of `value` seconds, rounded to nanoseconds.
    public init(floatLiteral value: Double) { self.init(value) }

    /// Creates a length of `source` seconds, or returns nil if it does not fit.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let seconds = Int64(exactly: source) else { return nil }
      let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      guard !overflow else { return nil }
      nanoseconds = product
    }

    /// Returns a length of `s` seconds.
    public static func seconds(_ s: Int) -> Self { Self(s, of: 1_000_000_000) }
    /// Returns a length of `s` seconds, rounded to nanoseconds.
    public static func seconds(_ s: Double) -> Self { Self(s) }
    /// Returns a length of `ms` milliseconds.
    public static func milliseconds(_ ms: Int) -> Self { Self(ms, of: 1_000_000) }
    /// Returns a length of `us` microseconds.
    public static func microseconds(_ us: Int) -> Self { Self(us, of: 1_000) }
    /// Returns a length of `ns` nanoseconds.
    public static func nanoseconds(_ ns: Int) -> Self { Self(ns, of: 1) }

    private init(_ count: Int, of unit: Int64) {
      let (product, overflow) = Int64(count).multipliedReportingOverflow(by: unit)
      nanoseconds = overflow ? (count < 0 ? .min : .max) : product
    }

    /// Whether `a` is shorter than `b`.
    public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
    /// Returns the sum.
    public static func + (a: Self, b: Self) -> Self { Self(nanoseconds: a.nanoseconds.addingClamped(b.nanoseconds)) }
    /// Returns the difference.
    public static func - (a: Self, b: Self) -> Self {
      let (difference, overflow) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
      return Self(nanoseconds: overflow ? (b.nanoseconds < 0 ? .max : .min) : difference)
    }
    /// Returns the product of the numbers of seconds, rounded to nanoseconds: `stride * 2` is twice as long.
    public static func * (a: Self, b: Self) -> Self {
      let isNegative = (a.nanoseconds < 0) != (b.nanoseconds < 0)
      let product = a.nanoseconds.magnitude.multipliedFullWidth(by: b.nanoseconds.magnitude)
      let limit = Self(nanoseconds: isNegative ? .min : .max)
      guard product.high < 1_000_000_000 else { return limit }
      let (whole, rest) = UInt64(1_000_000_000).dividingFullWidth(product)
      guard let whole = Int64(exactly: whole) else { return limit }
      let rounded = whole.addingClamped(rest >= 500_000_000 ? 1 : 0)
      return Self(nanoseconds: isNegative ? -rounded : rounded)
    }
    /// Multiplies the numbers of seconds.
    public static func *= (a: inout Self, b: Self) { a = a * b }

    /// The length in seconds.
    public var description: String { "\(magnitude)" }
  }
}

/// Points in time by their distance from the reference time, so that `.seconds(3)` is a point as well as a length.
extension VirtualInstant {
  /// Creates the point in time `seconds` after the reference time, rounded to nanoseconds.
  public init(timeIntervalSinceReferenceTime seconds: Double) {
    self.init(nanoseconds: Int64(roundingSeconds: seconds))
  }

  /// Creates the point in time `stride` after the reference time, or before it if `stride` is negative.
  public init(_ stride: Stride) { self.init(nanoseconds: stride.nanoseconds) }

  /// Returns the point in time `s` seconds after the reference time.
  public static func seconds(_ s: Int) -> Self { Self(.seconds(s)) }
  /// Returns the point in time `s` seconds after the reference time, rounded to nanoseconds.
  public static func seconds(_ s: Double) -> Self { Self(.seconds(s)) }
  /// Returns the point in time `ms` milliseconds after the reference time.
  public static func milliseconds(_ ms: Int) -> Self { Self(.milliseconds(ms)) }
  /// Returns the point in time `us` microseconds after the reference time.
  public static func microseconds(_ us: Int) -> Self { Self(.microseconds(us)) }
  /// Returns the point in time `ns` nanoseconds after the reference time.
  public static func nanoseconds(_ ns: Int) -> Self { Self(.nanoseconds(ns)) }

  /// Moves this point in time by `stride`, backwards if `stride` is negative, and at most to the end of time.
  public mutating func advance(by stride: Stride) { self = advanced(by: stride) }
}

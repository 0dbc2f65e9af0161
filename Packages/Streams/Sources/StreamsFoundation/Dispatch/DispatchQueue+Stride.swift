import Dispatch
import StreamsCore

extension DispatchQueue.SchedulerTimeType {
  /// A length of time between two points in time of a dispatch queue, in whole nanoseconds.
  ///
  /// Results out of range are clamped to the longest or shortest length, about ±292 years. A literal is a number of
  /// seconds.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Hashable, Codable, Sendable
  {
    /// The length in nanoseconds.
    @_alwaysEmitIntoClient public var magnitude: Int

    var nanoseconds: Int { magnitude }
    init(nanoseconds: Int) { magnitude = nanoseconds }
    private init(_ count: Int, of unit: Int) {
      let (product, overflow) = count.multipliedReportingOverflow(by: unit)
      self.init(nanoseconds: !overflow ? product : (count < 0) == (unit < 0) ? .max : .min)
    }

    /// The length as a `DispatchTimeInterval`.
    public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

    /// Creates the length `timeInterval`, the longest one for `.never`.
    public init(_ timeInterval: DispatchTimeInterval) {
      switch timeInterval {
      case .seconds(let s): self.init(s, of: 1_000_000_000)
      case .milliseconds(let ms): self.init(ms, of: 1_000_000)
      case .microseconds(let us): self.init(us, of: 1_000)
      case .nanoseconds(let ns): self.init(nanoseconds: ns)
      case .never: self.init(nanoseconds: .max)
      @unknown default: self.init(nanoseconds: .max)
      }
    }

    /// Creates a length of `value` seconds, rounded to the nearest nanosecond. Traps if `value` is not a number.
    public init(floatLiteral value: Double) { self = .seconds(value) }

    /// Creates a length of `value` seconds.
    public init(integerLiteral value: Int) { self = .seconds(value) }

    /// Creates a length of `source` seconds, or returns nil if it does not fit.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let seconds = exactInt(source) else { return nil }
      let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      if overflow { return nil }
      self.init(nanoseconds: nanoseconds)
    }

    /// Returns a length of `s` seconds, rounded to the nearest nanosecond. Traps if `s` is not a number.
    public static func seconds(_ s: Double) -> Stride {
      require(!s.isNaN, "DispatchQueue.SchedulerTimeType.Stride.seconds(_:)", "not a number")
      let nanoseconds = (s * 1_000_000_000).rounded()
      return Stride(nanoseconds: Int(exactly: nanoseconds) ?? (s < 0 ? .min : .max))
    }
    /// Returns a length of `s` seconds.
    public static func seconds(_ s: Int) -> Stride { Stride(s, of: 1_000_000_000) }
    /// Returns a length of `ms` milliseconds.
    public static func milliseconds(_ ms: Int) -> Stride { Stride(ms, of: 1_000_000) }
    /// Returns a length of `us` microseconds.
    public static func microseconds(_ us: Int) -> Stride { Stride(us, of: 1_000) }
    /// Returns a length of `ns` nanoseconds.
    public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }

    /// Whether `lhs` is shorter than `rhs`.
    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }

    /// Returns the sum.
    public static func + (lhs: Stride, rhs: Stride) -> Stride {
      let (sum, overflow) = lhs.magnitude.addingReportingOverflow(rhs.magnitude)
      return Stride(nanoseconds: !overflow ? sum : rhs.magnitude < 0 ? .min : .max)
    }

    /// Returns the difference.
    public static func - (lhs: Stride, rhs: Stride) -> Stride {
      let (difference, overflow) = lhs.magnitude.subtractingReportingOverflow(rhs.magnitude)
      return Stride(nanoseconds: !overflow ? difference : rhs.magnitude < 0 ? .max : .min)
    }

    /// Returns the product of the numbers of nanoseconds. A literal factor is a number of seconds, so `stride * 2` is
    /// not twice as long.
    public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude, of: rhs.magnitude) }

    /// Multiplies the numbers of nanoseconds.
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

    public init(from decoder: any Decoder) throws { magnitude = try decoder.value(of: .nanoseconds) }
    public func encode(to encoder: any Encoder) throws { try encoder.encode(magnitude, as: .nanoseconds) }
  }
}

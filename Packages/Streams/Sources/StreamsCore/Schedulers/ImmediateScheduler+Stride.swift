extension ImmediateScheduler.SchedulerTimeType {
  /// A length of time for a scheduler without time: any number of seconds is 0.
  ///
  /// As a number it behaves like `Int`, whose overflow traps.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Codable, Sendable
  {
    public typealias FloatLiteralType = Double
    public typealias IntegerLiteralType = Int
    public typealias Magnitude = Int

    /// The number. (Apple's gives its number here without taking the sign off.)
    public var magnitude: Int

    /// The number `value`.
    public init(_ value: Int) { magnitude = value }

    /// The number `value`.
    public init(integerLiteral value: Int) { self.init(value) }

    /// `value` without its fraction. Traps if that is not an `Int`.
    public init(floatLiteral value: Double) {
      guard let whole = Int(exactly: value.rounded(.towardZero)) else {
        trap("ImmediateScheduler.SchedulerTimeType.Stride", "\(value) is out of range")
      }
      self.init(whole)
    }

    /// The number `source`, or nil if that does not fit.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let value = Int(exactly: source) else { return nil }
      self.init(value)
    }

    /// 0.
    public static func seconds(_ s: Int) -> Stride { 0 }
    /// 0.
    public static func seconds(_ s: Double) -> Stride { 0 }
    /// 0.
    public static func milliseconds(_ ms: Int) -> Stride { 0 }
    /// 0.
    public static func microseconds(_ us: Int) -> Stride { 0 }
    /// 0.
    public static func nanoseconds(_ ns: Int) -> Stride { 0 }

    /// Whether the first number is less.
    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }

    /// The sum.
    public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
    /// The difference.
    public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
    /// The product.
    public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }

    /// Adds `rhs`.
    public static func += (lhs: inout Stride, rhs: Stride) { lhs.magnitude += rhs.magnitude }
    /// Subtracts `rhs`.
    public static func -= (lhs: inout Stride, rhs: Stride) { lhs.magnitude -= rhs.magnitude }
    /// Multiplies by `rhs`.
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs.magnitude *= rhs.magnitude }
  }
}

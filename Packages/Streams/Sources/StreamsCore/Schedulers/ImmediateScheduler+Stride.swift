extension ImmediateScheduler.SchedulerTimeType {
  /// A length of time of a scheduler without time: any number of seconds is 0.
  ///
  /// It behaves like an `Int`, and overflow traps.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Codable, Sendable
  {
    public typealias FloatLiteralType = Double
    public typealias IntegerLiteralType = Int
    public typealias Magnitude = Int

    /// The number, with its sign, as in Apple's implementation.
    @_alwaysEmitIntoClient public var magnitude: Int

    /// Creates a stride with the number `value`.
    public init(_ value: Int) { magnitude = value }

    /// Creates a stride with the number `value`.
    public init(integerLiteral value: Int) { self.init(value) }

    /// Creates a stride with `value` rounded towards zero. Traps if that is not an `Int`.
    public init(floatLiteral value: Double) {
      guard let whole = Int(exactly: value.rounded(.towardZero)) else {
        trap("ImmediateScheduler.SchedulerTimeType.Stride", "\(value) is out of range")
      }
      self.init(whole)
    }

    /// Creates a stride with the number `source`, or returns nil if it does not fit.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let value = exactInt(source) else { return nil }
      self.init(value)
    }

    /// Returns 0.
    public static func seconds(_ s: Int) -> Stride { 0 }
    /// Returns 0.
    public static func seconds(_ s: Double) -> Stride { 0 }
    /// Returns 0.
    public static func milliseconds(_ ms: Int) -> Stride { 0 }
    /// Returns 0.
    public static func microseconds(_ us: Int) -> Stride { 0 }
    /// Returns 0.
    public static func nanoseconds(_ ns: Int) -> Stride { 0 }

    /// Whether `lhs` is less than `rhs`.
    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }

    /// Returns the sum. Traps on overflow.
    public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
    /// Returns the difference. Traps on overflow.
    public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
    /// Returns the product. Traps on overflow.
    public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }

    /// Multiplies by `rhs`. Traps on overflow.
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs.magnitude *= rhs.magnitude }

    public init(from decoder: any Decoder) throws { magnitude = try decoder.value(of: .magnitude) }
    public func encode(to encoder: any Encoder) throws { try encoder.encode(magnitude, as: .magnitude) }
  }
}

/// `Int(exactly:)`, which the compiler would write out for each type that is generic over integers.
@inline(never) @_semantics("optimize.sil.specialize.generic.never") package func exactInt(
  _ source: some BinaryInteger
) -> Int? {
  Int(exactly: source)
}

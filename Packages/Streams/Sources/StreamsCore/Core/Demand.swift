extension Subscribers {
  /// The number of values that a subscriber requests, or unlimited.
  ///
  /// Demand is additive: the sum of all requests limits the number of values. Sums saturate at ``unlimited``.
  @frozen public struct Demand: Equatable, Comparable, Hashable, Sendable {
    @_alwaysEmitIntoClient let rawValue: UInt

    @_alwaysEmitIntoClient @inline(__always) init(rawValue: UInt) { self.rawValue = rawValue }

    /// As many values as the publisher can produce.
    @_alwaysEmitIntoClient public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) &+ 1) }

    /// No values. Return it from `receive(_:)` to leave the demand unchanged.
    @_alwaysEmitIntoClient public static var none: Demand { Demand(rawValue: 0) }

    /// Returns a demand for at most `value` values. Traps if `value` is negative.
    @_alwaysEmitIntoClient public static func max(_ value: Int) -> Demand {
      require(value >= 0, "Demand.max(_:)", "the value must not be negative")
      return Demand(rawValue: UInt(bitPattern: value))
    }

    /// The number of values, or nil for ``unlimited``.
    @_alwaysEmitIntoClient public var max: Int? { self == .unlimited ? nil : Int(bitPattern: rawValue) }
  }
}

// MARK: Arithmetic

extension Subscribers.Demand {
  /// Returns the sum, or ``unlimited`` if it exceeds `Int.max`.
  @_alwaysEmitIntoClient public static func + (lhs: Self, rhs: Self) -> Self {
    let (sum, overflow) = lhs.rawValue.addingReportingOverflow(rhs.rawValue)
    return overflow || sum > unlimited.rawValue ? .unlimited : Self(rawValue: sum)
  }

  /// Adds `rhs`. Saturates at ``unlimited``.
  @_alwaysEmitIntoClient public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// Adds `rhs` values. Traps if the result would be negative.
  @_alwaysEmitIntoClient public static func + (lhs: Self, rhs: Int) -> Self {
    guard let value = lhs.max else { return .unlimited }
    let (sum, overflow) = value.addingReportingOverflow(rhs)
    if overflow { return .unlimited }
    require(sum >= 0, "Demand +", "the result must not be negative")
    return Self(rawValue: UInt(bitPattern: sum))
  }

  /// Adds `rhs` values. Traps if the result would be negative.
  @_alwaysEmitIntoClient public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

  /// Returns the demand times `rhs`, or ``unlimited`` if it exceeds `Int.max`. Traps if a number would become negative.
  @_alwaysEmitIntoClient public static func * (lhs: Self, rhs: Int) -> Self {
    guard let value = lhs.max else { return .unlimited }
    require(rhs >= 0 || value == 0, "Demand *", "the factor must not be negative")
    let (product, overflow) = value.multipliedReportingOverflow(by: rhs)
    if overflow { return .unlimited }
    return Self(rawValue: UInt(bitPattern: product))
  }

  /// Multiplies by `rhs`. Traps if a number would become negative.
  @_alwaysEmitIntoClient public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

  /// Returns the difference. ``unlimited`` minus anything is ``unlimited``, and a number minus ``unlimited`` is
  /// ``none``. Traps if both are numbers and `rhs` is the greater one.
  @_alwaysEmitIntoClient public static func - (lhs: Self, rhs: Self) -> Self {
    guard let left = lhs.max else { return .unlimited }
    guard let right = rhs.max else { return .none }
    require(left >= right, "Demand -", "the result must not be negative")
    return Self(rawValue: UInt(bitPattern: left &- right))
  }

  /// Subtracts `rhs`. Traps if both are numbers and `rhs` is the greater one.
  @_alwaysEmitIntoClient public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

  /// Subtracts `rhs` values. Traps if the result would be negative.
  @_alwaysEmitIntoClient public static func - (lhs: Self, rhs: Int) -> Self {
    guard let value = lhs.max else { return .unlimited }
    let (difference, overflow) = value.subtractingReportingOverflow(rhs)
    if overflow { return .unlimited }
    require(difference >= 0, "Demand -", "the result must not be negative")
    return Self(rawValue: UInt(bitPattern: difference))
  }

  /// Subtracts `rhs` values. Traps if the result would be negative.
  @_alwaysEmitIntoClient public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }
}

extension Subscribers.Demand {
  /// Subtracts one value. Returns false if none is left.
  @_alwaysEmitIntoClient @inline(__always) mutating func takeOne() -> Bool {
    if rawValue == 0 { return false }
    if self != .unlimited { self = Self(rawValue: rawValue &- 1) }
    return true
  }
}

extension Subscribers.Demand {
  /// Whether `lhs` requests fewer values. Nothing is greater than ``unlimited``.
  @_alwaysEmitIntoClient public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  /// Whether `lhs` requests at most as many values.
  @_alwaysEmitIntoClient public static func <= (lhs: Self, rhs: Self) -> Bool { lhs.rawValue <= rhs.rawValue }
  /// Whether `lhs` requests at least as many values.
  @_alwaysEmitIntoClient public static func >= (lhs: Self, rhs: Self) -> Bool { lhs.rawValue >= rhs.rawValue }
  /// Whether `lhs` requests more values.
  @_alwaysEmitIntoClient public static func > (lhs: Self, rhs: Self) -> Bool { lhs.rawValue > rhs.rawValue }

  /// Whether the demand is exactly `rhs` values; false for ``unlimited``.
  @_alwaysEmitIntoClient public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }
  /// Whether the demand is not exactly `rhs` values; true for ``unlimited``.
  @_alwaysEmitIntoClient public static func != (lhs: Self, rhs: Int) -> Bool { lhs.max != rhs }
  /// Whether the demand is exactly `lhs` values; false for ``unlimited``.
  @_alwaysEmitIntoClient public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }
  /// Whether the demand is not exactly `lhs` values; true for ``unlimited``.
  @_alwaysEmitIntoClient public static func != (lhs: Int, rhs: Self) -> Bool { rhs != lhs }

  /// Whether the demand is less than `rhs` values; false for ``unlimited``.
  @_alwaysEmitIntoClient public static func < (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 < rhs } ?? false }
  /// Whether the demand is at most `rhs` values; false for ``unlimited``.
  @_alwaysEmitIntoClient public static func <= (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 <= rhs } ?? false }
  /// Whether the demand is at least `rhs` values; true for ``unlimited``.
  @_alwaysEmitIntoClient public static func >= (lhs: Self, rhs: Int) -> Bool { !(lhs < rhs) }
  /// Whether the demand is more than `rhs` values; true for ``unlimited``.
  @_alwaysEmitIntoClient public static func > (lhs: Self, rhs: Int) -> Bool { !(lhs <= rhs) }

  /// Whether the demand is more than `lhs` values; true for ``unlimited``.
  @_alwaysEmitIntoClient public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }
  /// Whether the demand is at least `lhs` values; true for ``unlimited``.
  @_alwaysEmitIntoClient public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }
  /// Whether the demand is at most `lhs` values; false for ``unlimited``.
  @_alwaysEmitIntoClient public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }
  /// Whether the demand is less than `lhs` values; false for ``unlimited``.
  @_alwaysEmitIntoClient public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }
}

extension Subscribers.Demand: CustomStringConvertible {
  /// `unlimited`, or `max(n)`.
  public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
}

extension Subscribers.Demand: Codable {
  /// Decodes the single number that ``encode(to:)`` encodes.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer().decode(UInt.self)
    self.init(rawValue: Swift.min(value, Self.unlimited.rawValue))
  }

  /// Encodes a single number; ``unlimited`` is one more than `Int.max`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

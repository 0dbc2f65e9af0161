/// What a row should reach. What is `nil` is not asked for.
public struct Goal: Codable, Sendable, Equatable {
  /// At least this many times faster than the peer, in the same run.
  public var timesFaster: Double?
  /// At most this many nanoseconds an operation more than the plain loop.
  public var overLoop: Double?
  /// At most this many nanoseconds an operation.
  public var nanoseconds: Double?
  /// Not slower than this row, in the same run: what is asked of rows that the peer does not have. A quarter more is
  /// within what a busy machine scatters.
  public var kin: String?
  /// At most this many allocations an operation.
  public var allocations: Double?

  public init(
    timesFaster: Double? = nil, overLoop: Double? = nil, nanoseconds: Double? = nil, kin: String? = nil,
    allocations: Double? = nil
  ) {
    self.timesFaster = timesFaster
    self.overLoop = overLoop
    self.nanoseconds = nanoseconds
    self.kin = kin
    self.allocations = allocations
  }

  /// At least `times` faster than the peer.
  public static func faster(_ times: Double, allocations: Double? = nil, overLoop: Double? = nil) -> Goal {
    Goal(timesFaster: times, overLoop: overLoop, allocations: allocations)
  }

  /// Not slower than the row `kin`.
  public static func like(_ kin: String, allocations: Double? = nil) -> Goal {
    Goal(kin: kin, allocations: allocations)
  }
}

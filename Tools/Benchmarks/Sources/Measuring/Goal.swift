/// The goal of a row. `nil` means no requirement.
public struct Goal: Codable, Sendable, Equatable {
  /// At least this many times faster than the peer, in the same run.
  public var timesFaster: Double?
  /// At most this many nanoseconds an operation more than the plain loop.
  public var overLoop: Double?
  /// At most this many times as long as the plain loop.
  public var timesLoop: Double?
  /// At most this many times as many bytes held as the plain loop.
  public var bytesOfLoop: Double?
  /// At most this many bytes held an operation.
  public var bytes: Double?
  /// At most this many nanoseconds an operation.
  public var nanoseconds: Double?
  /// The row that ours is compared with, in the same run, or a second library with a row of the same name.
  public var kin: String?
  /// At most this many times as long as ``kin``.
  public var timesKin: Double?
  /// At most this many allocations an operation.
  public var allocations: Double?
  /// How many locked instructions an operation cannot do without. Their cost differs by a lot between processors.
  public var locked: Double?

  public init(
    timesFaster: Double? = nil, overLoop: Double? = nil, timesLoop: Double? = nil, bytesOfLoop: Double? = nil,
    bytes: Double? = nil, nanoseconds: Double? = nil, kin: String? = nil, timesKin: Double? = nil,
    allocations: Double? = nil,
    locked: Double? = nil
  ) {
    self.timesFaster = timesFaster
    self.overLoop = overLoop
    self.timesLoop = timesLoop
    self.bytesOfLoop = bytesOfLoop
    self.bytes = bytes
    self.nanoseconds = nanoseconds
    self.kin = kin
    self.timesKin = timesKin
    self.allocations = allocations
    self.locked = locked
  }

  /// At least `times` faster than the peer.
  public static func faster(
    _ times: Double, allocations: Double? = nil, overLoop: Double? = nil, locked: Double? = nil
  ) -> Goal {
    Goal(timesFaster: times, overLoop: overLoop, allocations: allocations, locked: locked)
  }

  /// At most `times` as long as the row `kin`. A quarter more is within the scatter of a busy machine.
  public static func like(_ kin: String, times: Double = 1.25, allocations: Double? = nil) -> Goal {
    Goal(kin: kin, timesKin: times, allocations: allocations)
  }
}

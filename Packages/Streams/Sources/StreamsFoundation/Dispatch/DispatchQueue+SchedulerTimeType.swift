import Dispatch
import StreamsCore

extension DispatchQueue {
  /// A point in time of a dispatch queue.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    /// The point in time as a `DispatchTime`.
    @_alwaysEmitIntoClient public var dispatchTime: DispatchTime

    /// Creates the point in time of `time`.
    public init(_ time: DispatchTime) { dispatchTime = time }

    /// Returns the time until `other`, which is negative if `other` is earlier. Clamped to the range of ``Stride``.
    public func distance(to other: SchedulerTimeType) -> Stride {
      let here = dispatchTime.uptimeNanoseconds
      let there = other.dispatchTime.uptimeNanoseconds
      return here <= there
        ? Stride(nanoseconds: Int(clamping: there - here)) : Stride(nanoseconds: -Int(clamping: here - there))
    }

    /// Returns the point in time `n` later. Clamped to the range from the start of Dispatch's time to its distant
    /// future.
    public func advanced(by n: Stride) -> SchedulerTimeType {
      let here = dispatchTime.uptimeNanoseconds
      if here == DispatchTime.distantFuture.uptimeNanoseconds || n.nanoseconds == .max { return .distantFuture }
      let (sum, overflow) =
        n.nanoseconds < 0
        ? here.subtractingReportingOverflow(UInt64(n.nanoseconds.magnitude))
        : here.addingReportingOverflow(UInt64(n.nanoseconds))
      // Dispatch reads 0 as "now", and numbers with the highest bit set as times of another clock.
      if n.nanoseconds >= 0, overflow || sum > UInt64(Int64.max) { return .distantFuture }
      return SchedulerTimeType(DispatchTime(uptimeNanoseconds: overflow || sum == 0 ? 1 : sum))
    }

    private static var distantFuture: SchedulerTimeType { SchedulerTimeType(.distantFuture) }

    /// Whether both values are the same point in time.
    public static func == (lhs: SchedulerTimeType, rhs: SchedulerTimeType) -> Bool {
      lhs.dispatchTime == rhs.dispatchTime
    }

    /// Whether `lhs` is earlier than `rhs`.
    public static func < (lhs: SchedulerTimeType, rhs: SchedulerTimeType) -> Bool {
      lhs.dispatchTime < rhs.dispatchTime
    }

    /// Hashes the point in time.
    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }

    /// Decodes a number of nanoseconds of uptime.
    public init(from decoder: any Decoder) throws {
      let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
      self.init(DispatchTime(uptimeNanoseconds: nanoseconds))
    }

    /// Encodes the number of nanoseconds of uptime. The number is meaningless on another machine or after a restart.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }
  }
}

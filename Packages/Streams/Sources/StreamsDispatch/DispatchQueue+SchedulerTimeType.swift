import Dispatch
import StreamsCore

extension DispatchQueue {
  /// A point in the time of dispatch queues.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    /// The point as Dispatch writes it.
    public var dispatchTime: DispatchTime

    /// The point `time`.
    public init(_ time: DispatchTime) { dispatchTime = time }

    /// The time until `other`; negative if that is earlier. Clamped to what a ``Stride`` can hold.
    public func distance(to other: SchedulerTimeType) -> Stride {
      let here = dispatchTime.uptimeNanoseconds
      let there = other.dispatchTime.uptimeNanoseconds
      return here <= there
        ? Stride(nanoseconds: Int(clamping: there - here)) : Stride(nanoseconds: -Int(clamping: here - there))
    }

    /// The point `n` later. Clamped: not before Dispatch's time begins, nor after its distant future.
    public func advanced(by n: Stride) -> SchedulerTimeType {
      let here = dispatchTime.uptimeNanoseconds
      if here == DispatchTime.distantFuture.uptimeNanoseconds || n.nanoseconds == .max { return .distantFuture }
      let (sum, overflow) =
        n.nanoseconds < 0
        ? here.subtractingReportingOverflow(UInt64(n.nanoseconds.magnitude))
        : here.addingReportingOverflow(UInt64(n.nanoseconds))
      // Dispatch reads 0 as "now", and what has the highest bit set as a time of another clock.
      if n.nanoseconds >= 0, overflow || sum > UInt64(Int64.max) { return .distantFuture }
      return SchedulerTimeType(DispatchTime(uptimeNanoseconds: overflow || sum == 0 ? 1 : sum))
    }

    private static var distantFuture: SchedulerTimeType { SchedulerTimeType(.distantFuture) }

    /// Whether both are the same point.
    public static func == (lhs: SchedulerTimeType, rhs: SchedulerTimeType) -> Bool {
      lhs.dispatchTime == rhs.dispatchTime
    }

    /// Whether the first point is the earlier one.
    public static func < (lhs: SchedulerTimeType, rhs: SchedulerTimeType) -> Bool {
      lhs.dispatchTime < rhs.dispatchTime
    }

    /// Feeds the point to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }

    /// Reads a number of nanoseconds of uptime.
    public init(from decoder: any Decoder) throws {
      let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
      self.init(DispatchTime(uptimeNanoseconds: nanoseconds))
    }

    /// Writes the number of nanoseconds of uptime. It means nothing on another machine or after a restart.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }
  }
}

import Streams

extension VirtualTimeScheduler {
  /// A point in virtual time, in whole nanoseconds since the reference time.
  public typealias Time = SchedulerTimeType
}

/// Points in time by their distance from the reference time, so that `.seconds(3)` is a point as well as a length.
extension VirtualTimeScheduler.SchedulerTimeType {
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

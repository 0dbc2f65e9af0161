import Streams

extension VirtualTimeScheduler {
  /// A point in virtual time, in whole nanoseconds since the reference time.
  public typealias Time = SchedulerTimeType
}

/// Points in time by their distance from the reference time, so that `.seconds(3)` is a point as well as a length.
extension VirtualTimeScheduler.SchedulerTimeType {
  /// The point `stride` after the reference time, or before it if `stride` is negative.
  public init(_ stride: Stride) { self.init(nanoseconds: stride.nanoseconds) }

  /// The point `s` seconds after the reference time.
  public static func seconds(_ s: Int) -> Self { Self(.seconds(s)) }
  /// The point `s` seconds after the reference time, rounded to nanoseconds.
  public static func seconds(_ s: Double) -> Self { Self(.seconds(s)) }
  /// The point `ms` thousandths of a second after the reference time.
  public static func milliseconds(_ ms: Int) -> Self { Self(.milliseconds(ms)) }
  /// The point `us` millionths of a second after the reference time.
  public static func microseconds(_ us: Int) -> Self { Self(.microseconds(us)) }
  /// The point `ns` billionths of a second after the reference time.
  public static func nanoseconds(_ ns: Int) -> Self { Self(.nanoseconds(ns)) }

  /// Moves this point by `stride`: earlier if that is negative, and at most to the end of time.
  public mutating func advance(by stride: Stride) { self = advanced(by: stride) }
}

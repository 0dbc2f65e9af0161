import Dispatch
import Foundation
import Streams

/// A scheduler's length of time that says how long it is, so that a ``TestScheduler`` can keep it exactly.
///
/// The lengths of `DispatchQueue`, `RunLoop`, `OperationQueue` and ``VirtualTimeScheduler`` conform. Those of other
/// schedulers work without; conforming makes them faster.
public protocol WholeNanoseconds: SchedulerTimeIntervalConvertible {
  /// The length, rounded to nanoseconds and to the range of `Int64`.
  var wholeNanoseconds: Int64 { get }

  /// How finely, in nanoseconds, the distance between two points in time can be trusted.
  static var resolution: Int64 { get }
}

extension WholeNanoseconds {
  /// One nanosecond.
  public static var resolution: Int64 { 1 }
}

extension DispatchQueue.SchedulerTimeType.Stride: WholeNanoseconds {
  /// The length.
  public var wholeNanoseconds: Int64 { Int64(magnitude) }
}

extension RunLoop.SchedulerTimeType.Stride: WholeNanoseconds {
  /// The length, rounded.
  public var wholeNanoseconds: Int64 { Int64(roundingSeconds: timeInterval) }

  /// A microsecond: a date is a `Double`, which today cannot tell less than a tenth of that apart.
  public static var resolution: Int64 { 1_000 }
}

extension OperationQueue.SchedulerTimeType.Stride: WholeNanoseconds {
  /// The length, rounded.
  public var wholeNanoseconds: Int64 { Int64(roundingSeconds: timeInterval) }

  /// A microsecond: a date is a `Double`, which today cannot tell less than a tenth of that apart.
  public static var resolution: Int64 { 1_000 }
}

extension Int64 {
  /// `seconds` in nanoseconds, rounded, within the range. Zero if it is not a number.
  init(roundingSeconds seconds: Double) {
    let nanoseconds = (seconds * 1_000_000_000).rounded()
    self = Int64(exactly: nanoseconds) ?? (nanoseconds.isNaN ? 0 : nanoseconds < 0 ? .min : .max)
  }
}

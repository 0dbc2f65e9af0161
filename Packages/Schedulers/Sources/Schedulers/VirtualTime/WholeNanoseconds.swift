import Dispatch
import Foundation
import Streams

/// A scheduler's length of time with an exact number of nanoseconds, for a ``TestScheduler``.
///
/// The lengths of `DispatchQueue`, `RunLoop`, `OperationQueue` and ``VirtualTimeScheduler`` conform. Those of other
/// schedulers are converted by comparing.
@_spi(Lengths) public protocol WholeNanoseconds: SchedulerTimeIntervalConvertible {
  /// The length in nanoseconds, rounded, and clamped to the range of `Int64`.
  var wholeNanoseconds: Int64 { get }
}

@_spi(Lengths) extension DispatchQueue.SchedulerTimeType.Stride: WholeNanoseconds {
  /// The length in nanoseconds.
  public var wholeNanoseconds: Int64 { Int64(magnitude) }
}

@_spi(Lengths) extension RunLoop.SchedulerTimeType.Stride: WholeNanoseconds {
  /// The length, rounded to microseconds, because a date is a `Double`, whose precision today is a tenth of that.
  public var wholeNanoseconds: Int64 { Int64(roundingSeconds: timeInterval, to: 1_000) }
}

@_spi(Lengths) extension OperationQueue.SchedulerTimeType.Stride: WholeNanoseconds {
  /// The length, rounded to microseconds, because a date is a `Double`, whose precision today is a tenth of that.
  public var wholeNanoseconds: Int64 { Int64(roundingSeconds: timeInterval, to: 1_000) }
}

extension Int64 {
  /// Creates a number of nanoseconds from seconds, rounded to a multiple of `unit`, and clamped to the range. Zero if
  /// `seconds` is not a number.
  init(roundingSeconds seconds: Double, to unit: Int64 = 1) {
    let units = (seconds * Double(1_000_000_000 / unit)).rounded()
    let (whole, overflow) = Int64(exactly: units)?.multipliedReportingOverflow(by: unit) ?? (0, true)
    self = !overflow ? whole : units.isNaN ? 0 : units < 0 ? .min : .max
  }
}

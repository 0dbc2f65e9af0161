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
  /// The length in nanoseconds, rounded.
  public var wholeNanoseconds: Int64 { Int64(roundingSeconds: timeInterval) }
}

@_spi(Lengths) extension OperationQueue.SchedulerTimeType.Stride: WholeNanoseconds {
  /// The length in nanoseconds, rounded.
  public var wholeNanoseconds: Int64 { Int64(roundingSeconds: timeInterval) }
}

extension Int64 {
  /// Creates a number of nanoseconds from seconds, rounded, and clamped to the range. Zero if `seconds` is not a
  /// number.
  init(roundingSeconds seconds: Double) {
    let nanoseconds = (seconds * 1_000_000_000).rounded()
    self = Int64(exactly: nanoseconds) ?? (nanoseconds.isNaN ? 0 : nanoseconds < 0 ? .min : .max)
  }
}

import Dispatch
import Foundation
import Streams

/// A scheduler's length of time with an exact number of nanoseconds.
protocol WholeNanoseconds: SchedulerTimeIntervalConvertible {
  /// The length, rounded, and clamped to the range of `Int64`.
  var nanoseconds: Int64 { get }
}

extension DispatchQueue.SchedulerTimeType.Stride: WholeNanoseconds {
  var nanoseconds: Int64 { Int64(magnitude) }
}

extension RunLoop.SchedulerTimeType.Stride: WholeNanoseconds {
  var nanoseconds: Int64 { Int64(roundingSeconds: timeInterval) }
}

extension OperationQueue.SchedulerTimeType.Stride: WholeNanoseconds {
  var nanoseconds: Int64 { Int64(roundingSeconds: timeInterval) }
}

extension Int64 {
  /// Creates a number of nanoseconds from seconds, rounded, and clamped to the range. Zero if `seconds` is not a
  /// number.
  init(roundingSeconds seconds: Double) {
    let nanoseconds = (seconds * 1_000_000_000).rounded()
    self = Int64(exactly: nanoseconds) ?? (nanoseconds.isNaN ? 0 : nanoseconds < 0 ? .min : .max)
  }
}

extension SchedulerTimeIntervalConvertible where Self: SignedNumeric & Comparable {
  /// The length in nanoseconds, rounded, and clamped to the range of `Int64`.
  ///
  /// Exact and fast for the lengths of `DispatchQueue`, `RunLoop`, `OperationQueue` and ``VirtualTimeScheduler``. For
  /// others, it is found with about 120 comparisons.
  @_spi(Timers) public var roundedNanoseconds: Int64 {
    (self as? any WholeNanoseconds)?.nanoseconds ?? nanosecondsByComparing
  }

  /// The nearest number of nanoseconds, found by comparing, the only possibility for an unknown type of length.
  var nanosecondsByComparing: Int64 {
    if self < 0 {
      let opposite = (0 - self).nanosecondsByComparing
      return -opposite
    }
    var high: Int64 = 1
    while Self.length(nanoseconds: high) < self {
      guard high < Int64.max / 2 else { return .max }
      high *= 2
    }
    var low: Int64 = 0
    while low < high {
      let middle = low + (high - low) / 2
      if Self.length(nanoseconds: middle) < self { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let below = self - .length(nanoseconds: low - 1)
    let above = Self.length(nanoseconds: low) - self
    return below < above ? low - 1 : low
  }
}

extension SchedulerTimeIntervalConvertible where Self: SignedNumeric {
  /// Returns a length of `nanoseconds`, also if `Int` has 32 bits: it is then composed of seconds and the rest.
  ///
  /// - Parameters:
  ///   - nanoseconds: The number of nanoseconds.
  ///   - limit: The largest value of `Int`.
  @_spi(Timers) public static func length(nanoseconds: Int64, limit: Int64 = Int64(Int.max)) -> Self {
    if nanoseconds <= limit, nanoseconds >= -limit { return .nanoseconds(Int(nanoseconds)) }
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return .seconds(Int(clamping: seconds)) + .nanoseconds(Int(rest))
  }
}

import Streams

extension SchedulerTimeIntervalConvertible where Self: SignedNumeric & Comparable {
  /// The length in nanoseconds, rounded, within the range of `Int64`.
  ///
  /// Exact and fast for lengths that are ``WholeNanoseconds``; for others it is found by comparing, in about 120 steps.
  public var roundedNanoseconds: Int64 {
    if let exact = self as? any WholeNanoseconds { return exact.wholeNanoseconds }
    return nanosecondsByComparing
  }

  /// The number of nanoseconds that comes nearest, found by comparing: all that can be done with a length of which
  /// nothing is known.
  var nanosecondsByComparing: Int64 {
    if self < 0 {
      let opposite = (0 - self).nanosecondsByComparing
      return -opposite
    }
    var high = 1
    while Self.nanoseconds(high) < self {
      guard high < Int.max / 2 else { return .max }
      high *= 2
    }
    var low = 0
    while low < high {
      let middle = low + (high - low) / 2
      if Self.nanoseconds(middle) < self { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let below = self - .nanoseconds(low - 1)
    let above = Self.nanoseconds(low) - self
    return Int64(below < above ? low - 1 : low)
  }
}

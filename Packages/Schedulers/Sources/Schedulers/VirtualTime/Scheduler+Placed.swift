import Streams

extension Scheduler {
  /// Does `action` at `date` and then every `interval`, until the result is cancelled, under a name and with the place
  /// where it is scheduled.
  ///
  /// Test schedulers and virtual time schedulers use both in messages and logs; for others this is the form without.
  ///
  /// - Parameter name: What to call the timer.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, name: String, fileID: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    guard let virtual = self as? any OnTimeline, let place = virtual.position(of: date) else {
      return schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
    let record = Record(
      interval: interval.roundedNanoseconds, name: name, place: SourcePlace(fileID: fileID, line: line))
    return Repetition(place.timeline.repetition(due: place.due, record, action))
  }
}

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

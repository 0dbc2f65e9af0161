import Streams

extension Scheduler {
  /// Runs `action` at `date` and then every `interval`, until the result is cancelled, under a name and with the place
  /// where it is scheduled.
  ///
  /// Test schedulers and virtual time schedulers use both in messages and logs; for others this is the form without.
  /// For the packages of this family, as it would otherwise be offered on every scheduler.
  ///
  /// - Parameter name: What to call the timer, if anything.
  @_spi(Placed)
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, name: String?, fileID: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    guard let virtual = self as? any OnTimeline, let place = virtual.position(of: date) else {
      return schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
    let record = Record(
      interval: interval.roundedNanoseconds, name: name, place: SourcePlace(fileID: fileID, line: line))
    return Repetition(place.timeline.repetition(due: place.due, record, virtual.wrap?(action) ?? action))
  }
}

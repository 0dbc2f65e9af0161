import Streams

extension Scheduler {
  /// Runs `action` at `date` and then every `interval`, until the returned value is cancelled, with a name and a source
  /// location.
  ///
  /// Test schedulers and virtual time schedulers use both in messages and logs. Other schedulers ignore them. For the
  /// packages of this project only; otherwise code completion would offer it for every scheduler.
  ///
  /// - Parameters:
  ///   - name: The name of the timer, or nil.
  ///   - wakesTasks: Whether each run may wake a plain task, which an advance then awaits before the next work.
  @_spi(Timers)
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, name: String?, wakesTasks: Bool = false, at place: SourcePlace,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    guard let view = timelineView else {
      return schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
    let record = Record(interval: interval.roundedNanoseconds, name: name, place: place, wakesTasks: wakesTasks)
    return AnyCancellable(view.schedule(at: date, record: record, action))
  }
}

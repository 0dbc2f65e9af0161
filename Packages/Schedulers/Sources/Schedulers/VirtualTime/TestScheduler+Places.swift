import Streams

/// The short forms of `schedule`, with the caller's location, so that a timer that never ends can be found.
extension TestScheduler {
  /// Runs `action` at the current time, when the scheduler is advanced.
  public func schedule(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ action: @escaping () -> Void
  ) {
    timeline.schedule(in: .zero, fileID: fileID, filePath: filePath, line: line, column: column, action)
  }

  /// Runs `action` when the scheduler is advanced by `delay`.
  public func schedule(
    in delay: SchedulerTimeType.Stride, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ action: @escaping () -> Void
  ) {
    timeline.schedule(
      in: .nanoseconds(scale.nanoseconds(delay)), fileID: fileID, filePath: filePath, line: line, column: column,
      action)
  }

  /// Runs `action` when the scheduler is advanced to `date`.
  public func schedule(
    after date: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride = .zero, options _: SchedulerOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ action: @escaping () -> Void
  ) {
    timeline.schedule(
      at: Timeline.Instant(nanoseconds: scale.nanoseconds(at: date)), fileID: fileID, filePath: filePath, line: line,
      column: column, action)
  }

  /// Runs `action` at `date` and then every `interval`, until the returned value is cancelled or released.
  ///
  /// An interval that is not above zero is reported as an issue, unless the action is cancelled in its first run.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance _: SchedulerTimeType.Stride = .zero,
    options _: SchedulerOptions? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let record = Record(
      interval: scale.nanoseconds(interval),
      place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    return AnyCancellable(timeline.repetition(due: scale.nanoseconds(at: date), record, action))
  }
}

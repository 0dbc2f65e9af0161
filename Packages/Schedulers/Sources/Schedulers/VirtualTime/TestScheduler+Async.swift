import Streams

extension TestScheduler {
  /// Advances time by `stride`, runs the work due on the way, each action at its own time, and waits for tasks.
  ///
  /// Tasks of the scheduler's ``timeline`` have settled when the call returns. For other tasks, see
  /// ``Timeline/advance(by:)``.
  ///
  /// - Parameter stride: The distance. Zero runs the work due now.
  public func advance(by stride: SchedulerTimeType.Stride = .zero, isolation: isolated (any Actor)? = #isolation) async
  {
    await timeline.walk(Walk(.by(scale.nanoseconds(stride))), isolation: isolation)
  }

  /// Advances time to `instant`, runs the work due on the way, each action at its own time, and waits for tasks like
  /// ``advance(by:)``.
  ///
  /// - Parameter instant: The target. If it has passed, only the work due now runs.
  public func advance(to instant: SchedulerTimeType, isolation: isolated (any Actor)? = #isolation) async {
    await timeline.walk(Walk(.to(scale.nanoseconds(at: instant))), isolation: isolation)
  }

  /// Runs all pending work, instant by instant, and waits for tasks, until only background work is left.
  ///
  /// A timer that is never cancelled is reported as an issue, see `Timeline.run()`.
  ///
  /// - Parameters:
  ///   - horizon: The maximum distance in virtual time.
  ///   - limit: The maximum number of actions, not counting those pending at the start.
  public func run(
    horizon: Duration = Timeline.defaultHorizon, limit: Int = Timeline.defaultLimit,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await timeline.run(
      horizon: horizon, limit: limit, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

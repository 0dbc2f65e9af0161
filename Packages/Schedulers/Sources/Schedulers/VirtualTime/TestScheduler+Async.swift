import Streams

extension TestScheduler {
  /// Moves time on by `stride`, running everything that is due on the way, and lets tasks follow.
  ///
  /// Tasks of the scheduler's ``timeline`` have settled when it returns; others are given a good chance, see
  /// ``Timeline/advance(by:)``.
  ///
  /// - Parameters:
  ///   - stride: How far; zero runs what is due now.
  ///   - isolation: The actor of the caller; leave it out.
  public func advance(by stride: SchedulerTimeType.Stride = .zero, isolation: isolated (any Actor)? = #isolation) async
  {
    await timeline.advance(.by(scale.nanoseconds(stride)), isolation: isolation)
  }

  /// Advances time to `instant` and runs everything that is due on the way, and lets tasks follow as
  /// ``advance(by:)`` does.
  ///
  /// - Parameters:
  ///   - instant: Where to; if that has passed, what is due now runs.
  ///   - isolation: The actor of the caller; leave it out.
  public func advance(to instant: SchedulerTimeType, isolation: isolated (any Actor)? = #isolation) async {
    await timeline.advance(.to(scale.nanoseconds(at: instant)), isolation: isolation)
  }

  /// Runs everything that is pending, instant by instant, and lets tasks follow, until nothing is left.
  ///
  /// A timer that is never cancelled is reported as an issue, see `Timeline.run()`.
  ///
  /// - Parameters:
  ///   - horizon: How far virtual time may move.
  ///   - limit: How many actions may run besides those that are pending at the start.
  ///   - isolation: The actor of the caller; leave it out.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
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

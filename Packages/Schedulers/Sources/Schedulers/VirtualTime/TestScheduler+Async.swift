import Streams

extension TestScheduler {
  /// Moves time on by `stride`, running everything that is due on the way, and lets tasks follow.
  ///
  /// Tasks of the scheduler's ``timeline`` have settled when it returns; others are given a good chance, see
  /// ``Timeline/advance(by:)``.
  ///
  /// - Parameter stride: How far; zero runs what is due now.
  nonisolated(nonsending)
    public func advance(by stride: SchedulerTimeType.Stride = .zero) async
  {
    await timeline.advance(.by(scale.nanoseconds(stride)))
  }

  /// Moves time on to `instant`, running everything that is due on the way, and lets tasks follow as
  /// ``advance(by:)`` does.
  ///
  /// - Parameter instant: Where to; if that has passed, what is due now runs.
  nonisolated(nonsending)
    public func advance(to instant: SchedulerTimeType) async
  {
    await timeline.advance(.to(scale.nanoseconds(at: instant)))
  }

  /// Runs everything that is pending, instant by instant, and lets tasks follow, until nothing is left.
  ///
  /// A timer that nobody cancels is reported as an issue, see `Timeline.run()`.
  nonisolated(nonsending)
    public func run(
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async
  {
    await timeline.run(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

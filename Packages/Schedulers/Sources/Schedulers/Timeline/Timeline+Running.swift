extension Timeline {
  /// Runs all pending work, instant by instant, until only background work is left.
  ///
  /// A timer that is never cancelled would make it endless. So it stops when the next action is due beyond the horizon,
  /// or when `limit` actions have run in addition to those pending at the start. It then reports an issue that names
  /// the timer and the line that scheduled it. The work stays pending.
  ///
  /// - Parameters:
  ///   - horizon: The maximum distance in virtual time.
  ///   - limit: The maximum number of actions, not counting those pending at the start.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  public func run(
    horizon: Duration = Timeline.defaultHorizon, limit: Int = Timeline.defaultLimit,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let bound = state.withLock { RunBound($0, horizon: horizon, limit: limit) }
    if let failure = drive(.run(bound)).failure {
      reportFailure(failure, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Runs all pending work, instant by instant, and lets tasks follow, until nothing is left but background work.
  ///
  /// It is bounded, and names what never ends, as the synchronous form does.
  ///
  /// - Parameters:
  ///   - horizon: The maximum distance in virtual time.
  ///   - limit: The maximum number of actions, not counting those pending at the start once tasks have settled.
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
    let run = BoundedRun(horizon: horizon, limit: limit)
    while !state.withLock({ _ in run.isOver }) { await advance(.nextInstant(run), isolation: isolation) }
    if let failure = state.withLock({ _ in run.failure }) {
      reportFailure(failure, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// How many actions, and jobs of tasks, may run at one instant besides those that are pending when time gets there,
  /// or when an advance begins. A million by default.
  ///
  /// If more run, the advance reports an issue that names what is due, at the line that scheduled it, and ends there:
  /// the clock stays at that instant and the work stays pending.
  public var limitAtInstant: Int {
    get { state.withLock { $0.stepLimit } }
    set {
      state.withLock { $0.setLimit(newValue) }
    }
  }

  /// A hundred years: how far `run()` moves time at most, by default.
  public static var defaultHorizon: Duration { .seconds(3_153_600_000 as Int64) }

  /// A million: how many actions `run()` runs at most besides those that were pending, by default.
  public static var defaultLimit: Int { 1_000_000 }
}

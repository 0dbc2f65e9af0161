extension Timeline {
  /// Runs everything that is pending, instant by instant, and lets tasks follow, until nothing is left but background
  /// work.
  ///
  /// It is bounded, and names what never ends, as the synchronous form does.
  ///
  /// - Parameters:
  ///   - horizon: How far virtual time may move.
  ///   - limit: How many actions may run besides those that are pending at the start, once tasks have settled.
  ///   - isolation: The actor of the caller; leave it out.
  public func run(
    horizon: Duration = Timeline.defaultHorizon, limit: Int = Timeline.defaultLimit,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let run = BoundedRun(horizon: horizon, limit: limit)
    while !lock.withLock({ run.isOver }) { await advance(.nextInstant(run), isolation: isolation) }
    if let failure = lock.withLock({ run.failure }) {
      reportFailure(failure, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}

/// A run that lets tasks follow, instant by instant.
///
/// Sendable because what changes is guarded by the timeline's lock.
final class BoundedRun: @unchecked Sendable {
  private let horizon: Duration
  private let limit: Int
  private var bound: RunBound?
  private(set) var isOver = false
  /// Why it is over, if something is left.
  private(set) var failure: String?

  init(horizon: Duration, limit: Int) {
    self.horizon = horizon
    self.limit = limit
  }

  /// Runs what can run now; if that is nothing, what is due next; if that is nothing either, the run is over. By the one
  /// that drives, with the lock held.
  func runInstant(of timeline: Timeline) {
    var bound = self.bound ?? RunBound(timeline: timeline, horizon: horizon, limit: limit)
    defer { self.bound = bound }
    var instant = timeline.time
    var hasRun = false
    while true {
      let key = bound.next(in: timeline)
      if timeline.standsStill {
        timeline.reportStandstill()
        return isOver = true
      }
      if timeline.ready.isEmpty {
        guard let key else { return isOver = !hasRun }
        if key.due > instant {
          if hasRun { return }
          instant = key.due
        }
      }
      var afterwards = bound
      if let key, key.due <= instant, let failure = afterwards.failure(before: key, in: timeline) {
        self.failure = failure
        isOver = true
        return
      }
      // The jobs of tasks that come first do not count.
      if timeline.step(upTo: instant) == .action { bound = afterwards }
      hasRun = true
    }
  }
}

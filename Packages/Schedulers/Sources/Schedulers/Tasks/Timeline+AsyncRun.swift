import IssueReporting

extension Timeline {
  /// Runs everything that is pending, instant by instant, and lets tasks follow, until nothing is left but background
  /// work.
  ///
  /// It is bounded, and names what never ends, as the synchronous form does.
  ///
  /// - Parameters:
  ///   - horizon: How far virtual time may move.
  ///   - limit: How many instants may be visited besides those at which something is pending at the start.
  ///   - isolation: The actor of the caller; leave it out.
  public func run(
    horizon: Duration = Timeline.defaultHorizon, limit: Int = Timeline.defaultLimit,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await advance(.by(0), isolation: isolation)
    var bound = lock.withLock { RunBound(timeline: self, horizon: horizon, limit: limit) }
    while true {
      let (next, failure) = lock.withLock {
        let key = bound.next(in: self)
        return (key?.due, key.flatMap { bound.failure(before: $0, in: self) })
      }
      if let failure {
        return reportIssue(failure, fileID: fileID, filePath: filePath, line: line, column: column)
      }
      guard let next else { return }
      await advance(.to(next), isolation: isolation)
    }
  }
}

import IssueReporting

/// A clock whose time a test controls: an alias of ``Timeline``, for code written for swift-clocks.
public typealias TestClock = Timeline

extension Timeline {
  /// Waits for tasks, like ``advance(by:isolation:)`` by zero, and throws an error if a task sleeps on this timeline.
  /// For plain tasks, this is not measured on Apple's systems.
  ///
  /// ``checkNothingPending(fileID:filePath:line:column:)`` also reports scheduled actions and timers.
  ///
  /// - Throws: ``SuspensionError``, which names each sleep.
  public func checkSuspension(isolation: isolated (any Actor)? = #isolation) async throws {
    await advance(by: .zero, isolation: isolation)
    let sleeps = pending.filter(\.isSleep)
    if !sleeps.isEmpty { throw SuspensionError(sleeps: sleeps) }
  }

  /// Runs all pending work, instant by instant, and waits for tasks like ``advance(by:isolation:)``, until only
  /// background work is left or `timeout` has passed in real time. It then reports an issue that names up to five
  /// timers, or else the next action. The work stays pending.
  ///
  /// `run()` needs no real time. It is bounded by virtual time and by the number of actions.
  ///
  /// - Parameter timeout: The maximum real time. It is checked before each action. Tasks that never wait are limited
  ///   by ``limitAtInstant`` alone.
  public func run(
    timeout: Duration, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let bounded = Walk(.pending(background: false), budget: Budget(.runInRealTime, limit: .max, timeout: timeout))
    if case .budget(let failure) = await walk(bounded, isolation: isolation, until: { _ in false }).end {
      reportIssue(
        "run(timeout:) of \(name) \(failure).", fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}

/// Thrown when tasks sleep on a timeline and none should. See `checkSuspension()`.
public struct SuspensionError: Error, CustomStringConvertible {
  /// The sleeps, in the order of their ends.
  public let sleeps: [Timeline.PendingWork]

  /// A list of the sleeps.
  public var description: String {
    "\(sleeps.count) tasks sleep on this timeline:" + sleeps.map { "\n  \($0)" }.joined()
  }
}

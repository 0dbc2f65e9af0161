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

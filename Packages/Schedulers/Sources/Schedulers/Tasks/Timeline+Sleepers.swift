import Streams

/// The tasks that sleep on a timeline.
struct Sleepers {
  /// The number of sleeping tasks: of the pending records of that kind, which `TimelineState` counts.
  var count = 0
  /// The number of tasks that have woken but have not returned to their actors.
  var returning = 0
  /// The waits for a number of sleeping tasks. Cancelling the object ends the wait.
  var waits: [(count: Int, end: AnyCancellable)] = []

  /// Removes the satisfied waits, and returns what ends them outside the lock.
  mutating func takeSatisfied() -> () -> Void {
    let satisfied = waits.filter { $0.count <= count }
    waits.removeAll { $0.count <= count }
    return satisfied.isEmpty ? {} : { for wait in satisfied { wait.end.cancel() } }
  }
}

extension Timeline {
  /// The number of tasks that sleep on this timeline now.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Waits until at least `count` tasks sleep on this timeline, on any executor. This is exact: the sleep itself ends
  /// the wait.
  ///
  /// Call it before advancing if the tasks do not belong to the timeline:
  ///
  /// ```swift
  /// func sleepsForASecond() async throws {
  ///   let timeline = Timeline()
  ///   let task = Task { try await timeline.sleep(for: .seconds(1)) }
  ///   await timeline.waitForSleepers(1)
  ///   await timeline.advance(by: .seconds(1))
  ///   try await task.value
  /// }
  /// ```
  ///
  /// If the calling task is cancelled, the call returns immediately. In a task of this timeline, the work due now runs
  /// first.
  ///
  /// - Parameters:
  ///   - count: The number of sleeping tasks to wait for.
  ///   - warnAfter: The real time after which the pending work is printed to standard error, even if the pool is
  ///     blocked. The wait continues.
  public func waitForSleepers(
    _ count: Int = 1, warnAfter: Duration = .seconds(5), isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let watch = Watchdog(after: warnAfter) { [self] in sleeperWarning(count, at: place) }
    defer { watch.stop() }
    if isRunningHere { await advance(by: .zero, isolation: isolation) }
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let mine = AnyCancellable { end.finish() }
    let endWaits = state.withLock { state in
      state.sleepers.waits.append((count, mine))
      return state.sleepers.takeSatisfied()
    }
    endWaits()
    for await _ in ends {}
    state.withLock { $0.sleepers.waits.removeAll { $0.end === mine } }
  }

  /// The text that the watchdog prints.
  func sleeperWarning(_ count: Int, at place: SourcePlace) -> String {
    "\(name): \(place) still waits for \(count) sleeping tasks; \(sleeperCount) sleep now. Pending: \(pendingText)"
  }
}

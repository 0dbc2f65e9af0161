/// The tasks that sleep on a timeline.
struct Sleepers {
  /// The number of sleeping tasks.
  private(set) var count = 0
  /// The number of tasks that have woken but have not returned to their actors.
  var returning = 0
  /// Tasks that wait for others to sleep.
  var waits: [SleeperWait] = []

  mutating func change(by change: Int) { count += change }

  /// Removes and returns the satisfied waits.
  mutating func takeSatisfied() -> [SleeperWait] {
    guard !waits.isEmpty else { return [] }
    let satisfied = waits.filter { $0.count <= count }
    waits.removeAll { $0.count <= count }
    return satisfied
  }

  /// Removes a wait. Returns whether it was still there.
  mutating func remove(_ wait: SleeperWait) -> Bool {
    guard let index = waits.firstIndex(where: { $0 === wait }) else { return false }
    waits.remove(at: index)
    return true
  }
}

/// A task that waits until enough other tasks sleep.
///
/// Sendable because its state is accessed only under the timeline's lock.
final class SleeperWait: @unchecked Sendable {
  let count: Int
  private let timeline: Timeline
  private var continuation: UnsafeContinuation<Void, Never>?
  private var isCancelled = false

  init(for count: Int, on timeline: Timeline) {
    self.count = count
    self.timeline = timeline
  }

  func begin(_ continuation: UnsafeContinuation<Void, Never>) {
    let isOver = timeline.state.withLock { state in
      if isCancelled || state.sleepers.count >= count { return true }
      self.continuation = continuation
      state.sleepers.waits.append(self)
      return false
    }
    if isOver { continuation.resume() }
  }

  /// Resumes the task, after the wait has been removed from the timeline.
  func resume() { continuation?.resume() }

  func cancel() {
    let isWaiting = timeline.state.withLock { state in
      isCancelled = true
      return state.sleepers.remove(self)
    }
    if isWaiting { resume() }
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
  /// If the calling task is cancelled, the call returns immediately.
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
    let wait = SleeperWait(for: count, on: self)
    await withTaskCancellationHandler {
      await withUnsafeContinuation(isolation: isolation) { wait.begin($0) }
    } onCancel: {
      wait.cancel()
    }
  }

  /// The text that the watchdog prints.
  func sleeperWarning(_ count: Int, at place: SourcePlace) -> String {
    "\(name): \(place) still waits for \(count) sleeping tasks; \(sleeperCount) sleep now. Pending: \(pendingText)"
  }
}

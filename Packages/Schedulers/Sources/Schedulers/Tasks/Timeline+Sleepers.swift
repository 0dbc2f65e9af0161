extension Timeline {
  /// Somebody who waits until enough tasks sleep.
  struct SleeperWait {
    let count: Int
    let resume: @Sendable () -> Void
  }

  /// How many tasks sleep on this timeline now.
  public var sleepers: Int { lock.withLock { sleeperCount } }

  /// Waits until at least `count` tasks sleep on this timeline, whoever runs them. Exact: the sleep itself ends it.
  ///
  /// For tasks that are not the timeline's own, before advancing:
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
  /// - Parameters:
  ///   - count: How many.
  ///   - warning: How long in real time until what is pending is printed to standard error, from a thread that nothing
  ///     can block. The waiting goes on.
  ///   - isolation: The actor of the caller; leave it out.
  public func waitForSleepers(
    _ count: Int = 1, warning: Duration = .seconds(5), isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async {
    let place = SourcePlace(fileID: fileID, line: line)
    let watch = Watchdog(after: warning) { [self] in sleeperWarning(count, at: place) }
    defer { watch.stop() }
    if isRunningHere { await advance(by: .zero, isolation: isolation) }
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      lock.lock()
      let enough = sleeperCount >= count
      if !enough { sleeperWaits.append(SleeperWait(count: count) { continuation.resume() }) }
      lock.unlock()
      if enough { continuation.resume() }
    }
  }

  /// Lock held.
  func takeSatisfiedSleeperWaits() -> [SleeperWait] {
    guard !sleeperWaits.isEmpty else { return [] }
    let satisfied = sleeperWaits.filter { $0.count <= sleeperCount }
    sleeperWaits.removeAll { $0.count <= sleeperCount }
    return satisfied
  }

  /// What the watchdog prints.
  func sleeperWarning(_ count: Int, at place: SourcePlace) -> String {
    "\(name): \(place) still waits for \(count) sleeping tasks, \(sleepers) sleep. Pending: \(pendingText)"
  }

  var pendingText: String {
    let pending = pending
    guard !pending.isEmpty else { return "nothing" }
    return pending.prefix(20).map { "\n  \($0)" }.joined() + (pending.count > 20 ? "\n  ..." : "")
  }
}

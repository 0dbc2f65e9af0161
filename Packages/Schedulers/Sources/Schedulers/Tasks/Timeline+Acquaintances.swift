/// Two timelines in one body of `run { }` are mostly a mistake: what waits on the one that is not advanced never comes.
extension Timeline {
  /// Takes note if the first work here is scheduled by the body of another timeline. Lock held.
  func introduceToCurrent(as key: WaitingTimelines.Key) {
    guard let current = Timeline.current, current !== self else { return }
    current.acquaintances.withLock { _ = $0.insert(key) }
  }

  /// Reports the timelines on which work has waited since this one's body scheduled it, and that nobody has advanced.
  func reportForgottenAcquaintances(at place: ReportPlace) {
    for other in takeAcquaintances() where other.isForgotten() {
      reportIssue(
        """
        The body of \(name) scheduled work on \(other.name), another timeline that nobody has advanced. Use one \
        timeline, for example DispatchQueue.test(on:). Pending on \(other.name): \(other.pendingText)
        """, at: place)
    }
  }

  /// Those that are alive and that nobody has advanced, in the order of their first work; they are known no longer.
  func takeAcquaintances() -> [Timeline] {
    let keys = acquaintances.withLock { keys in
      defer { keys = [] }
      return keys
    }
    return keys.sorted { $0.number < $1.number }.compactMap { WaitingTimelines[$0] }
  }

  /// Whether work waits that nobody has advanced; it need not be said again later.
  private func isForgotten() -> Bool {
    lock.withLock {
      guard !hasBeenDriven, hasForegroundWork else { return false }
      stopWaiting()
      return true
    }
  }

  /// Reports a sleep here by a task that runs on another timeline.
  func reportIfForeign(at place: ReportPlace?) {
    guard let current = Timeline.current, current !== self else { return }
    reportIssue(
      """
      A task that runs on \(current.name) sleeps on \(name), another timeline: advancing \(current.name) will not wake \
      it. Use one timeline, for example DispatchQueue.test(on:).
      """, at: place)
    // Once is enough.
    lock.withLock { stopWaiting() }
  }
}

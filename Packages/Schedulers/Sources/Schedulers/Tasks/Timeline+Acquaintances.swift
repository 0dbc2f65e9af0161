/// Two timelines in one test are mostly a mistake: one is advanced, and what waits on the other never comes.
extension Timeline {
  /// Another timeline, which is not kept alive.
  struct Acquaintance {
    weak var timeline: Timeline?
  }

  /// Takes note if the first work here is scheduled by the body of another timeline. Lock held.
  func introduceToCurrent() {
    guard let current = Timeline.current, current !== self else { return }
    current.acquaintances.withLock { $0.append(Acquaintance(timeline: self)) }
  }

  /// Reports the timelines on which work has waited since this one's body scheduled it, and that nobody has advanced.
  func reportForgottenAcquaintances(at place: ReportPlace) {
    let known = acquaintances.withLock { known in
      defer { known = [] }
      return known.compactMap(\.timeline)
    }
    for other in known where other.lock.withLock({ !other.hasBeenDriven && other.queue.count > 0 }) {
      reportIssue(
        """
        The body of \(name) scheduled work on \(other.name), another timeline that nobody has advanced. Use one \
        timeline, for example DispatchQueue.test(on:). Pending on \(other.name): \(other.pendingText)
        """, at: place)
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
  }
}

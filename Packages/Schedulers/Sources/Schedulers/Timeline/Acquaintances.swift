/// Two timelines in one body of `run { }` are mostly a mistake: work on the timeline that is not advanced never runs.
extension Timeline {
  /// Another timeline on which a body has scheduled work.
  struct Acquaintance {
    weak var timeline: Timeline?
  }

  /// Takes note of the first work here if the body of another timeline schedules it.
  func introduceToCurrent() {
    guard let current = Timeline.current, current !== self else { return }
    current.acquaintances.withLock { known in
      if !known.contains(where: { $0.timeline === self }) { known.append(Acquaintance(timeline: self)) }
    }
  }

  /// Reports the timelines on which this one's body has scheduled work that is pending, and that were never advanced.
  func reportForgottenAcquaintances(at place: ReportPlace) {
    let others = acquaintances.withLock { known in
      defer { known = [] }
      return known.compactMap(\.timeline)
    }
    for other in others where other.state.withLock({ $0.forgotten != nil }) {
      // It is not reported again later.
      ForgottenWork.remove(other)
      reportIssue(
        """
        The body of \(name) scheduled work on \(other.name), another timeline that was never advanced. Use one timeline, \
        for example DispatchQueue.test(on:). Pending on \(other.name): \(other.pendingText)
        """, at: place)
    }
  }
}

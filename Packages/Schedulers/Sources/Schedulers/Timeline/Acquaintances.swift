/// Two timelines in one body of `run { }` are usually a mistake: work on the timeline that is not advanced never runs.
extension Timeline {
  /// Another timeline on which a body has scheduled work.
  struct Acquaintance {
    weak var timeline: Timeline?
  }

  /// Records the first work here, if the body of another timeline schedules it.
  func introduceToCurrent() {
    guard let current = Timeline.current, current !== self else { return }
    current.acquaintances.withLock { known in
      if !known.contains(where: { $0.timeline === self }) { known.append(Acquaintance(timeline: self)) }
    }
  }

  /// Reports timelines that were never advanced, with pending work that this timeline's body has scheduled.
  func reportForgottenAcquaintances(_ report: (String) -> Void) {
    let others = acquaintances.withLock { known in
      defer { known = [] }
      return known.compactMap(\.timeline)
    }
    for other in others where other.state.withLock({ $0.forgotten != nil }) {
      // Prevents a second report.
      ForgottenWork.remove(other)
      report(
        """
        The body of \(name) scheduled work on \(other.name), another timeline that was never advanced. Use one timeline, \
        for example DispatchQueue.test(on:). Pending on \(other.name): \(other.pendingText)
        """)
    }
  }
}

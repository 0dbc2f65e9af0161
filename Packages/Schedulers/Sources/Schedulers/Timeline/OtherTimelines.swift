/// Two timelines in one body of `withVirtualTime` are usually a mistake: work on the timeline that is not advanced
/// never runs.
extension Timeline {
  /// Another timeline on which a body has scheduled work. The weak reference is loaded outside the lock, because the
  /// loaded one may be the last.
  struct OtherTimeline {
    let id: ObjectIdentifier
    weak var timeline: Timeline?
  }

  /// Records the first work here, if the body of another timeline schedules it.
  func registerWithCurrent() {
    guard let current = Timeline.current, current !== self else { return }
    let id = ObjectIdentifier(self)
    current.state.withLock { state in
      // An entry with this identity may be that of a deinitialised timeline.
      state.otherTimelines.removeAll { $0.id == id }
      state.otherTimelines.append(OtherTimeline(id: id, timeline: self))
    }
  }

  /// Reports timelines that were never advanced, with pending work that this timeline's body has scheduled.
  func reportForgottenTimelines(_ report: (String) -> Void) {
    let others = state.withLock { exchange(&$0.otherTimelines, with: []) }
    for other in others.compactMap(\.timeline) where other.state.withLock({ $0.isForgotten }) {
      report(
        """
        The body of \(name) scheduled work on \(other.name), another timeline that was never advanced. Use one timeline: \
        Timeline.current in place of Timeline() or TestClock(), and DispatchQueue.test(on:). Pending on \(other.name): \
        \(other.pendingText)
        """)
    }
  }
}

extension TimelineState {
  /// Whether the next work to be scheduled is the first, and the timeline has never been advanced.
  @inline(__always) var awaitsFirstWork: Bool { !isDriven && queue.count == 0 }

  /// Whether `isDriven` is false, and foreground work certainly waits for an advance.
  ///
  /// Work without a note does not count, because operators schedule it. Those of Apple's Combine, such as `delay`,
  /// cannot remove it when the pipeline is cancelled. Those of Streams can.
  var isForgotten: Bool {
    if isDriven { return false }
    if !jobs.isEmpty, !jobs.areHosted { return true }
    return queue.all().map { queue.note($0.slot) }.contains { !$0.isNone && notes.record(of: $0).kind != .background }
  }
}

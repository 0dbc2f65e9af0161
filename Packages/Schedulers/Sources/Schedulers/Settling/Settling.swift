/// Tasks that are not the timeline's own: nothing says when they rest, so the pool's threads meet.
extension Timeline {
  /// Lets such tasks run until none has touched the timeline for some rounds of a ``PoolMeeting``.
  ///
  /// Its own work that no other thread runs is run in between.
  func settle(isolation: isolated (any Actor)?) async {
    let observer = SettlingObserver(self)
    repeat {
      runReady()
      await PoolMeeting.shared.attend(isolation: isolation) { observer.look() }
    } while observer.hasWork
  }

  /// Runs the jobs of tasks that can run now, and no action; waits if another thread drives.
  private func runReady() {
    if state.withLock({ !$0.jobs.isEmpty && $0.driver != ThreadID.current }) { drive(.jobs, isAdvance: false) }
  }
}

extension TimelineState {
  /// Changes when something is scheduled or cancelled, and when a task of the timeline goes on.
  var contactCount: UInt64 { UInt64(queue.nextSequence) &+ contacts }
}

/// Looks at a timeline while its tasks are let run.
///
/// Sendable because it is used by the meeting, in one step at a time, and afterwards by the settling thread.
private final class SettlingObserver: @unchecked Sendable {
  private let timeline: Timeline
  private var contacts: UInt64
  /// A task that never rests must not keep the advance from ending.
  private let contactLimit: UInt64
  private var roundsLeft = 1000
  /// One that has slept comes back to its actor sooner or later, unless that is blocked.
  private var looksForSleepers = 1000
  /// Whether there is work that only the settling thread can do.
  private(set) var hasWork = false

  init(_ timeline: Timeline) {
    self.timeline = timeline
    (contacts, contactLimit) = timeline.state.withLock { state in
      let contacts = state.contactCount
      return (contacts, contacts.addingReportingOverflow(UInt64(state.stepLimit)).partialValue)
    }
  }

  func look() -> PoolMeeting.Look {
    timeline.state.withLock { state in
      let before = contacts
      contacts = state.contactCount
      hasWork = !state.jobs.isEmpty && state.driver == nil && !state.jobs.areHosted && !state.standsStill
      if hasWork { return .leave }
      if state.standsStill { return .quiet }
      if contacts != before || state.driver != nil || !state.jobs.isEmpty {
        roundsLeft -= 1
        return roundsLeft > 0 && contacts < contactLimit ? .contact : .leave
      }
      if state.sleepers.returning > 0, looksForSleepers > 0 {
        looksForSleepers -= 1
        return .contact
      }
      return .quiet
    }
  }
}

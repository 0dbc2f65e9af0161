/// Settling of tasks that do not belong to the timeline. Nothing shows when they are suspended, so the pool's threads
/// meet.
extension Timeline {
  /// Lets these tasks run until none has touched the timeline for some rounds of a ``PoolMeeting``.
  ///
  /// In between, runs the jobs of the timeline's tasks that no other thread runs, but no actions.
  func settle(isolation: isolated (any Actor)?) async {
    let observer = SettlingObserver(self)
    repeat {
      runReady()
      await PoolMeeting.shared.attend(isolation: isolation) { observer.look() }
    } while observer.hasWork
  }

  /// Lets these tasks run, while a thread of the timeline drives. Waits neither for other walks nor to drive, and for at
  /// most a hundred rounds with activity, or in which a task returns from a sleep.
  func settleOthers(isolation: isolated (any Actor)?) async {
    let observer = SettlingObserver(self)
    await PoolMeeting.shared.attend(isolation: isolation, rounds: 100) { observer.look() }
  }

  /// Runs the ready jobs of tasks, but no actions. Waits if another thread drives.
  private func runReady() {
    if state.withLock({ !$0.jobs.isEmpty && $0.driver != ThreadID.current }) { drive(.jobs) }
  }
}

extension TimelineState {
  /// Changes when work is scheduled or cancelled, a job of a task is enqueued, or a stamp is made. A change is
  /// activity, for settling.
  var contactCount: UInt64 { queue.nextSequence &+ contacts }
}

/// Observes a timeline while tasks settle.
///
/// Sendable because the meeting uses it in one step at a time, and the settling thread uses it afterwards.
final class SettlingObserver: @unchecked Sendable {
  private let timeline: Timeline
  private var contacts: UInt64
  /// A task that never suspends must not prevent the end of the advance.
  private let contactLimit: UInt64
  private var foundWork = false

  /// Whether there is work that only the settling thread can run.
  ///
  /// Read under the lock, because ThreadSanitizer does not see that a continuation is resumed before its task goes on.
  var hasWork: Bool { timeline.state.withLock { _ in foundWork } }

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
      foundWork = false
      if state.standsStill { return .quiet }
      if contacts != before || state.driver != nil || !state.jobs.isEmpty {
        if contacts >= contactLimit { return .leave }
        foundWork = !state.jobs.isEmpty && state.driver == nil && !state.jobs.areHosted
        return foundWork ? .leave : .contact
      }
      // A task that has slept returns to its actor, unless the actor is blocked.
      return state.sleepers.returning > 0 ? .contact : .quiet
    }
  }
}

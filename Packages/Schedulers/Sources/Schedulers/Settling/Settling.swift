/// Settling of tasks that do not belong to the timeline. Nothing shows when they are suspended, so the pool's threads
/// meet.
extension Timeline {
  /// Lets these tasks run until none has touched one of the timelines for some rounds of a ``PoolMeeting``.
  ///
  /// In between, runs the jobs of the timelines' tasks that no other thread runs, but no actions.
  static func settle(_ timelines: [Timeline], isolation: isolated (any Actor)?) async {
    guard !timelines.isEmpty else { return }
    let observers = timelines.map { SettlingObserver($0) }
    repeat {
      for timeline in timelines where timeline.state.withLock({ !$0.jobs.isEmpty }) { timeline.drive(.jobs) }
      await PoolMeeting.shared.attend(isolation: isolation) { observers.lazy.map { $0.look() }.max() ?? .quiet }
    } while observers.contains { $0.look() == .leave }
  }
}

extension TimelineState {
  /// Changes when work is scheduled or cancelled, a job of a task is enqueued, or a stamp is made. A change is
  /// activity, for settling.
  var contactCount: UInt64 { queue.nextSequence &+ contacts }
}

/// Observes a timeline while tasks settle.
///
/// Sendable because the timeline's lock guards `contacts`: ThreadSanitizer does not see that a continuation is resumed before
/// its task goes on.
final class SettlingObserver: @unchecked Sendable {
  private let timeline: Timeline
  private var contacts: UInt64
  /// A task that never suspends must not prevent the end of the advance.
  private let contactLimit: UInt64

  init(_ timeline: Timeline) {
    self.timeline = timeline
    (contacts, contactLimit) = timeline.state.withLock { ($0.contactCount, $0.contactCount &+ UInt64($0.stepLimit)) }
  }

  func look() -> PoolMeeting.Look {
    timeline.state.withLock { state in
      let before = exchange(&contacts, with: state.contactCount)
      if state.standsStill || contacts >= contactLimit { return .quiet }
      // Only the settling thread can run them.
      if !state.jobs.isEmpty, state.driver == nil, !state.jobs.areHosted { return .leave }
      // A task that has slept returns to its actor, unless the actor is blocked.
      let isActive = contacts != before || state.driver != nil || !state.jobs.isEmpty || state.sleepers.returning > 0
      return isActive ? .contact : .quiet
    }
  }
}

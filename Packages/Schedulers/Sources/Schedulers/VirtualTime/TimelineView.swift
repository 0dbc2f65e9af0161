import Streams

/// The timeline behind a scheduler. With it, sleeps can be distinguished from actions and cancelled, operators can remove
/// their actions, and timers have names and places.
struct TimelineView<Time> {
  let timeline: Timeline
  /// Returns the instant of a point in the scheduler's time.
  let due: (Time) -> Int64
  /// Wraps each action before it is scheduled; nil for no wrapper.
  var wrap: ActionWrap?

  /// Returns a view that wraps each action with `transform`, if there is one, and then as this one does.
  func wrapping(with transform: ActionWrap?) -> Self {
    guard let transform else { return self }
    let both: ActionWrap = if let wrap { { wrap(transform($0)) } } else { transform }
    return TimelineView(timeline: timeline, due: due, wrap: both)
  }

  /// Schedules an action at a time, or now if that is nil.
  @discardableResult
  func schedule(at time: Time?, record: Record? = nil, _ action: @escaping () -> Void) -> Timeline.Token {
    let (due, action) = (time.map(due), wrap?(action) ?? action)
    return timeline.insert { state in
      guard let record else { return state.schedule(due: due ?? state.time, note: .none, action) }
      return state.schedule(due: due ?? state.time, record, action)
    }
  }
}

/// Returns an action to run instead of another one.
typealias ActionWrap = @Sendable (@escaping () -> Void) -> () -> Void

/// A scheduler that can be a view onto a timeline.
protocol OnTimeline<SchedulerTimeType>: Scheduler {
  /// The timeline behind it; nil if it is a view onto another scheduler.
  var view: TimelineView<SchedulerTimeType>? { get }
}

extension Scheduler {
  /// The timeline behind any scheduler, if there is one.
  var timelineView: TimelineView<SchedulerTimeType>? { (self as? any OnTimeline<SchedulerTimeType>)?.view }
}

extension TestScheduler: OnTimeline {
  var view: TimelineView<SchedulerTimeType>? { TimelineView(timeline: timeline, due: scale.due) }
}

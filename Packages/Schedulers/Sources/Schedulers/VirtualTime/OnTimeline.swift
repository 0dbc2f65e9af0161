import Streams

/// A scheduler that can be a view onto a timeline. If it is, sleeps can be distinguished from actions and cancelled,
/// operators can remove their actions, and timers have names and locations.
protocol OnTimeline {
  /// The timeline; nil if it is a view onto another scheduler.
  var viewed: Timeline? { get }

  /// Returns the timeline, and the instant of `time` on it. `time` has the scheduler's type of time.
  func position(of time: Any) -> (timeline: Timeline, due: Int64)?

  /// Wraps each action before it is scheduled on the timeline; nil for no wrapper.
  var wrap: ActionWrap? { get }
}

/// Returns an action to run instead of another one.
typealias ActionWrap = @Sendable (@escaping () -> Void) -> () -> Void

extension OnTimeline {
  var wrap: ActionWrap? { nil }
}

extension TestScheduler: OnTimeline {
  var viewed: Timeline? { timeline }

  func position(of time: Any) -> (timeline: Timeline, due: Int64)? {
    (time as? SchedulerTimeType).map { (timeline, scale.due($0)) }
  }
}

extension TransformedScheduler: OnTimeline {
  var viewed: Timeline? { (base as? any OnTimeline)?.viewed }

  func position(of time: Any) -> (timeline: Timeline, due: Int64)? { (base as? any OnTimeline)?.position(of: time) }

  var wrap: ActionWrap? {
    guard let outer = (base as? any OnTimeline)?.wrap else { return transform }
    return { [transform] in outer(transform($0)) }
  }
}

import Streams

/// A scheduler that is a view onto a timeline, so that sleeps are told from actions and can be cancelled.
protocol OnTimeline {
  /// The timeline, and the instant there of `time`, which is of the scheduler's own type of time.
  func position(of time: Any) -> (timeline: Timeline, due: Int64)?

  /// What is made of each action before the timeline gets it; nil if nothing is.
  var wrap: ActionWrap? { get }
}

/// Replaces an action by another that runs instead.
typealias ActionWrap = @Sendable (@escaping () -> Void) -> () -> Void

extension OnTimeline {
  var wrap: ActionWrap? { nil }
}

extension TestScheduler: OnTimeline {
  func position(of time: Any) -> (timeline: Timeline, due: Int64)? {
    (time as? SchedulerTimeType).map { (timeline, scale.nanoseconds(at: $0)) }
  }
}

extension VirtualTimeScheduler: OnTimeline {
  func position(of time: Any) -> (timeline: Timeline, due: Int64)? {
    (time as? SchedulerTimeType).map { (timeline, $0.nanoseconds) }
  }
}

extension TransformedScheduler: OnTimeline {
  func position(of time: Any) -> (timeline: Timeline, due: Int64)? { (base as? any OnTimeline)?.position(of: time) }

  var wrap: ActionWrap? {
    guard let outer = (base as? any OnTimeline)?.wrap else { return transform }
    return { [transform] in outer(transform($0)) }
  }
}

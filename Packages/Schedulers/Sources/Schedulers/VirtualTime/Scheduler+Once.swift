import Streams

// The operators of Streams call `_schedule(once:)`, a requirement of its `Scheduler`, so that they can remove the actions
// of a cancelled stream. On Apple's platforms, nothing calls it.

extension TestScheduler {
  public func _schedule(
    once date: SchedulerTimeType?, every interval: SchedulerTimeType.Stride?, tolerance: SchedulerTimeType.Stride?,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> (any Cancellable)? {
    if let due = scale.dueIfAny(date) {
      timeline.scheduleBare(due: due, action)
    } else {
      timeline.scheduleNow(action)
    }
  }
}

extension AnyScheduler {
  public func _schedule(
    once date: SchedulerTimeType?, every interval: SchedulerTimeType.Stride?, tolerance: SchedulerTimeType.Stride?,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> (any Cancellable)? {
    scheduleOnce(date, interval, tolerance, options, action)
  }
}

extension TransformedScheduler {
  public func _schedule(
    once date: SchedulerTimeType?, every interval: SchedulerTimeType.Stride?, tolerance: SchedulerTimeType.Stride?,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> (any Cancellable)? {
    scheduleOnce(date, interval, tolerance, options, action)
  }
}

extension ClockScheduler {
  public func _schedule(
    once date: SchedulerTimeType?, every interval: SchedulerTimeType.Stride?, tolerance: SchedulerTimeType.Stride?,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> (any Cancellable)? {
    scheduleOnce(date, interval, tolerance, options, action)
  }
}

extension Scheduler where Self: OnTimeline {
  /// Runs an action once, at a date, or as soon as possible if that is nil. The action can be removed from a timeline, but
  /// not from another scheduler.
  fileprivate func scheduleOnce(
    _ date: SchedulerTimeType?, _ interval: SchedulerTimeType.Stride?, _ tolerance: SchedulerTimeType.Stride?,
    _ options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> (any Cancellable)? {
    if let timeline = viewed {
      let wrapped = wrap?(action) ?? action
      guard let date, let place = position(of: date) else { return timeline.scheduleNow(wrapped) }
      return place.timeline.scheduleBare(due: place.due, wrapped)
    }
    guard let date else {
      schedule(options: options, action)
      return nil
    }
    let tolerance = tolerance ?? minimumTolerance
    if let interval {
      return schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
    schedule(after: date, tolerance: tolerance, options: options, action)
    return nil
  }
}

import Streams

/// A test scheduler in seconds since a reference time, for tests that need no other scheduler's time.
///
/// ```swift
/// let scheduler = VirtualTimeScheduler()
/// scheduler.schedule(after: scheduler.now.advanced(by: .seconds(3))) {
///   print(scheduler.now.timeIntervalSinceReferenceTime)
/// }
/// scheduler.run()
/// // 3.0
/// ```
public typealias VirtualTimeScheduler = TestScheduler<VirtualInstant, Never>

extension TestScheduler where SchedulerTimeType == VirtualInstant, SchedulerOptions == Never {
  /// A point in virtual time.
  public typealias Time = VirtualInstant

  /// Creates a scheduler at the reference time.
  ///
  /// - Parameter timeline: The virtual time, which other schedulers may share. By default the current timeline inside
  ///   `withVirtualTime`, otherwise a new one.
  public convenience init(on timeline: Timeline = .current ?? Timeline("virtual time scheduler")) {
    self.init(now: .referenceTime, on: timeline)
  }

  /// Moves time to the next instant at which work is due, and runs the work due then.
  ///
  /// - Returns: False if no action ran.
  @discardableResult
  public func step() -> Bool { timeline.step() }

  /// Moves the clock by `stride`, then runs the work due by then, in order.
  ///
  /// Unlike with ``Timeline/advance(by:)``, all actions see the new time.
  public func advanceTime(by stride: SchedulerTimeType.Stride) {
    timeline.skip(by: .nanoseconds(stride.nanoseconds))
    timeline.advance()
  }

  /// Sets the clock to `time`, forward or back, then runs the work due by then, in order.
  public func setTime(to time: SchedulerTimeType) {
    timeline.set(to: Timeline.Instant(nanoseconds: scale.due(time)))
    timeline.advance()
  }
}

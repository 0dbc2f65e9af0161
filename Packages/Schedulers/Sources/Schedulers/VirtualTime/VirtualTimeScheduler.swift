import Streams

/// A scheduler with a virtual clock, in seconds since a reference time.
///
/// ```swift
/// let scheduler = VirtualTimeScheduler()
/// scheduler.schedule(after: scheduler.now.advanced(by: .seconds(3))) {
///   print(scheduler.now.timeIntervalSinceReferenceTime)
/// }
/// scheduler.run()
/// // 3.0
/// ```
///
/// It is a view onto a ``Timeline``. See there for the order of actions, threads, the bounds of `run()`, stepping by
/// single actions, pending work, the log and the Swift `Clock`.
public final class VirtualTimeScheduler: Scheduler, Sendable {
  /// The scheduler has no options.
  public typealias SchedulerOptions = Never

  /// The virtual time behind this scheduler.
  public let timeline: Timeline

  /// Creates a scheduler at the reference time.
  ///
  /// - Parameter timeline: The virtual time, which other schedulers may share. By default the current timeline inside
  ///   `withVirtualTime`, otherwise a new one.
  public init(on timeline: Timeline = .current ?? Timeline("virtual time scheduler")) {
    self.timeline = timeline
  }

  /// The virtual time.
  public var now: SchedulerTimeType { SchedulerTimeType(nanoseconds: timeline.now.nanoseconds) }

  /// The smallest tolerance, always zero.
  public var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// Moves time from one action to the next until no action is left.
  ///
  /// A timer that is never cancelled is reported as an issue, see `Timeline.run()`.
  ///
  /// - Parameters:
  ///   - horizon: The maximum distance in virtual time.
  ///   - limit: The maximum number of actions, not counting those pending at the start.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  public func run(
    horizon: Duration = Timeline.defaultHorizon, limit: Int = Timeline.defaultLimit,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    timeline.run(horizon: horizon, limit: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Moves time to the next instant at which work is due, and runs the work due then.
  ///
  /// - Returns: False if nothing was pending.
  @discardableResult
  public func step() -> Bool { timeline.step() }

  /// Moves the clock by `stride`, then runs the work due by then, in order.
  ///
  /// Unlike with ``Timeline/advance(by:)``, all actions see the new time.
  public func advanceTime(by stride: SchedulerTimeType.Stride) {
    timeline.drive(.leapBy(stride.nanoseconds))
  }

  /// Sets the clock to `time`, forward or back, then runs the work due by then, in order.
  public func setTime(to time: SchedulerTimeType) {
    timeline.drive(.leapTo(time.nanoseconds))
  }

  /// Runs `action` at the current time, when the scheduler is run or its time is changed.
  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    timeline.scheduleNow(action)
  }

  /// Runs `action` when the scheduler reaches `date`.
  public func schedule(
    after date: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    timeline.scheduleBare(due: date.nanoseconds, action)
  }

  /// Runs `action` at `date` and then every `interval`, until the returned value is cancelled or released.
  ///
  /// An interval that is not above zero is reported as an issue, unless the action is cancelled in its first run.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance _: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    Repetition(timeline.repetition(due: date.nanoseconds, Record(interval: interval.nanoseconds), action))
  }
}

import Streams

/// A scheduler with a virtual clock of its own, in seconds since a reference time.
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
/// It is a view onto a ``Timeline``, where the order of actions, threads and bounds are described, and which offers
/// stepping by single actions, looking ahead, a log and a Swift `Clock`.
public final class VirtualTimeScheduler: Scheduler, Sendable {
  /// It has no options.
  public typealias SchedulerOptions = Never

  /// The virtual time behind this scheduler.
  public let timeline: Timeline

  /// A scheduler at the reference time.
  ///
  /// - Parameter timeline: The virtual time, to share it with others. By default a new one, or the
  ///   current one inside `withVirtualTime`.
  public init(on timeline: Timeline = .current ?? Timeline("virtual time scheduler")) {
    self.timeline = timeline
  }

  /// The virtual time.
  public var now: SchedulerTimeType { SchedulerTimeType(nanoseconds: timeline.now.nanoseconds) }

  /// Zero: everything runs exactly at its time.
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

  /// Sets the time to that of the action that is due first, and runs everything that is due then.
  ///
  /// - Returns: False if nothing was pending.
  @discardableResult
  public func step() -> Bool { timeline.step() }

  /// Moves the clock by `stride` first, and then runs everything due by then, in order.
  ///
  /// Unlike with ``Timeline/advance(by:)``, all actions see the new time.
  public func advanceTime(by stride: SchedulerTimeType.Stride) {
    timeline.jump { $0.addingClamped(max(0, stride.nanoseconds)) }
  }

  /// Sets the clock to `time`, forward or back, and then runs everything due by then, in order.
  public func setTime(to time: SchedulerTimeType) {
    timeline.jump { _ in time.nanoseconds }
  }

  /// Runs `action` at the current time, when the scheduler is run or its time is changed.
  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    timeline.scheduleNow(action)
  }

  /// Runs `action` at `date`, when the scheduler gets so far.
  public func schedule(
    after date: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    timeline.scheduleBare(due: date.nanoseconds, action)
  }

  /// Runs `action` at `date` and then every `interval`, until the result is cancelled or released.
  ///
  /// An interval that is not above zero is reported as an issue if the action is not cancelled in its first run.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance _: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    Repetition(timeline.repetition(due: date.nanoseconds, Record(interval: interval.nanoseconds), action))
  }
}

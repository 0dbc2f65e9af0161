import Streams

/// A scheduler whose time stands still until a test advances it, in the time of another scheduler.
///
/// Get one with `DispatchQueue.test`, `RunLoop.test`, `OperationQueue.test` or `UIScheduler.test`, and give it to the
/// code under test in place of the real one.
///
/// ```swift
/// let scheduler = DispatchQueue.test
/// scheduler.schedule(after: scheduler.now.advanced(by: 1)) { print("a second later") }
/// scheduler.advance(by: 1)
/// // a second later
/// ```
///
/// It is a view onto a ``Timeline``, where the order of actions, threads and the bounds of `run()` are described, and
/// which offers stepping, looking ahead, a log and a Swift `Clock`.
public final class TestScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  /// The virtual time behind this scheduler.
  public let timeline: Timeline

  let scale: TimeScale<SchedulerTimeType>

  /// A scheduler on a timeline of its own.
  ///
  /// - Parameter now: The scheduler's time at the beginning.
  public convenience init(now: SchedulerTimeType) {
    self.init(now: now, on: Timeline("test scheduler"))
  }

  /// A scheduler on `timeline`, to share it with others.
  ///
  /// - Parameters:
  ///   - now: The scheduler's time at the beginning of the timeline.
  ///   - timeline: The virtual time.
  public init(now: SchedulerTimeType, on timeline: Timeline) {
    self.timeline = timeline
    scale = TimeScale(origin: now)
  }

  /// The virtual time.
  public var now: SchedulerTimeType { scale.time(at: timeline.now.nanoseconds) }

  /// Zero: everything runs exactly at its time.
  public var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// Advances time by `stride` and runs everything due on the way, each action at its own time.
  ///
  /// - Parameter stride: The distance; zero runs what is due now.
  public func advance(by stride: SchedulerTimeType.Stride = .zero) {
    timeline.advance(byNanoseconds: scale.nanoseconds(stride))
  }

  /// Advances time to `instant` and runs everything that is due on the way, each action at its own time.
  ///
  /// - Parameter instant: The target; if it has passed, what is due now runs.
  public func advance(to instant: SchedulerTimeType) {
    timeline.advance(to: Timeline.Instant(nanoseconds: scale.nanoseconds(at: instant)))
  }

  /// Runs all pending work, instant by instant, until nothing is left.
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

  /// Runs `action` at the current time, when the scheduler is advanced.
  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    timeline.scheduleNow(action)
  }

  /// Runs `action` at `date`, when the scheduler is advanced so far.
  public func schedule(
    after date: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    timeline.scheduleBare(due: scale.nanoseconds(at: date), action)
  }

  /// Runs `action` at `date` and then every `interval`, until the result is cancelled or released.
  ///
  /// An interval that is not above zero is reported as an issue if the action is not cancelled in its first run.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance _: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let record = Record(interval: scale.nanoseconds(interval))
    return Repetition(timeline.repetition(due: scale.nanoseconds(at: date), record, action))
  }
}

// Sendable because nothing in it changes but the timeline, which is.
extension TestScheduler: @unchecked Sendable where SchedulerTimeType: Sendable {}

/// A test scheduler in the time of `Host`, for example `TestSchedulerOf<DispatchQueue>`.
public typealias TestSchedulerOf<Host: Scheduler> = TestScheduler<Host.SchedulerTimeType, Host.SchedulerOptions>

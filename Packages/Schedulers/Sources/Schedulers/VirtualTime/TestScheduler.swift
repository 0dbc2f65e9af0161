import Foundation
import Streams

/// A scheduler in the time of another scheduler, whose time does not move until a test advances it.
///
/// Use `DispatchQueue.test`, `RunLoop.test`, `OperationQueue.test` or `UIScheduler.test`, and pass it to the code under
/// test instead of the real scheduler.
///
/// ```swift
/// let scheduler = DispatchQueue.test
/// scheduler.schedule(after: scheduler.now.advanced(by: 1)) { print("a second later") }
/// scheduler.advance(by: 1)
/// // a second later
/// ```
///
/// It is a view onto a ``Timeline``. See there for the order of actions, threads, the bounds of `run()`, stepping,
/// pending work, the log and the Swift `Clock`.
public final class TestScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  /// The virtual time behind this scheduler.
  public let timeline: Timeline

  let scale: TimeScale<SchedulerTimeType>

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - now: The scheduler's time at the beginning of the timeline.
  ///   - timeline: The virtual time, which other schedulers may share. By default the current timeline inside
  ///     `withVirtualTime`, otherwise a new one.
  public init(now: SchedulerTimeType, on timeline: Timeline = .current ?? Timeline("test scheduler")) {
    self.timeline = timeline
    scale = TimeScale(origin: now)
  }

  /// The virtual time.
  public var now: SchedulerTimeType { scale.time(timeline.now.nanoseconds) }

  /// The smallest tolerance, always zero.
  public var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// Advances time by `stride` and runs the work due on the way, each action at its own time.
  ///
  /// - Parameter stride: The distance. Zero runs the work due now.
  public func advance(by stride: SchedulerTimeType.Stride = .zero) {
    timeline.drive(.by(scale.length(stride)))
  }

  /// Advances time to `instant` and runs the work due on the way, each action at its own time.
  ///
  /// - Parameter instant: The target. If it has passed, only the work due now runs.
  public func advance(to instant: SchedulerTimeType) {
    timeline.drive(.to(scale.due(instant)))
  }

  /// Runs all pending work, instant by instant, until only background work is left.
  ///
  /// A timer that is never cancelled is reported as an issue. `timeline.run(horizon:limit:)` has other bounds.
  public func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    timeline.run(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs `action` at the current time, when the scheduler is advanced.
  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    timeline.insert { $0.schedule(due: $0.time, note: .none, action) }
  }

  /// Runs `action` when the scheduler is advanced to `date`.
  public func schedule(
    after date: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let due = scale.due(date)
    timeline.insert { $0.schedule(due: due, note: .none, action) }
  }

  /// Runs `action` at `date` and then every `interval`, until the returned value is cancelled or released.
  ///
  /// An interval that is not above zero is reported as an issue, unless the action is cancelled in its first run.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance _: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let (due, record) = (scale.due(date), Record(interval: scale.length(interval)))
    return AnyCancellable(timeline.insert { $0.schedule(due: due, record, action) })
  }
}

extension TestScheduler {
  /// Advances time by `stride`, runs the work due on the way, each action at its own time, and waits for tasks.
  ///
  /// Tasks of the scheduler's ``timeline`` have settled when the call returns. For other tasks, see
  /// ``Timeline/advance(by:isolation:)``: their limits are for Linux, and not measured on Apple's systems.
  ///
  /// - Parameter stride: The distance. Zero runs the work due now.
  public func advance(by stride: SchedulerTimeType.Stride = .zero, isolation: isolated (any Actor)? = #isolation) async
  {
    await timeline.walk(Walk(.by(scale.length(stride))), isolation: isolation)
  }

  /// Advances time to `instant`, runs the work due on the way, each action at its own time, and waits for tasks like
  /// ``advance(by:isolation:)``.
  ///
  /// - Parameter instant: The target. If it has passed, only the work due now runs.
  public func advance(to instant: SchedulerTimeType, isolation: isolated (any Actor)? = #isolation) async {
    await timeline.walk(Walk(.to(scale.due(instant))), isolation: isolation)
  }

  /// Runs all pending work, instant by instant, and waits for tasks like ``advance(by:isolation:)``, until only
  /// background work is left.
  ///
  /// A timer that is never cancelled is reported as an issue. `timeline.run(horizon:limit:)` has other bounds.
  public func run(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await timeline.run(isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The short forms of `schedule`, with the caller's location, so that a timer that never ends can be found. Generic code
/// calls the forms above, without it; operators call `_schedule(once:)`, and the timers of this project the form in
/// `Scheduler+Placed`.
extension TestScheduler {
  /// Runs `action` when the scheduler is advanced by `delay`.
  public func schedule(
    in delay: SchedulerTimeType.Stride = .zero, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ action: @escaping () -> Void
  ) {
    let delay = scale.length(delay)
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    timeline.insert { $0.schedule(due: $0.due(after: delay), at: place, action) }
  }

  /// Runs `action` when the scheduler is advanced to `date`.
  public func schedule(
    after date: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride = .zero, options _: SchedulerOptions? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ action: @escaping () -> Void
  ) {
    let due = scale.due(date)
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    timeline.insert { $0.schedule(due: due, at: place, action) }
  }

  /// Runs `action` at `date` and then every `interval`, until the returned value is cancelled or released.
  ///
  /// An interval that is not above zero is reported as an issue, unless the action is cancelled in its first run.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance _: SchedulerTimeType.Stride = .zero,
    options _: SchedulerOptions? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let (due, record) = (scale.due(date), Record(interval: scale.length(interval), place: place))
    return AnyCancellable(timeline.insert { $0.schedule(due: due, record, action) })
  }
}

/// Converts between a scheduler's time and a timeline's.
///
/// Its functions are closures, which the compiler specialises for the times of the system's schedulers. In the generic
/// methods of a scheduler, each conversion would look up the types' metadata: 700 instructions (2026-11-27).
struct TimeScale<Time: Strideable> where Time.Stride: SchedulerTimeIntervalConvertible {
  /// Returns the point in time a number of nanoseconds after the timeline's beginning.
  let time: (_ nanoseconds: Int64) -> Time
  /// Returns the number of nanoseconds from the beginning until a point in time.
  let due: (Time) -> Int64
  /// Returns that number, or nil without a point in time.
  let dueIfAny: (Time?) -> Int64?
  /// Returns the number of nanoseconds of a length.
  let length: (Time.Stride) -> Int64

  /// - Parameter origin: The scheduler's time at the beginning.
  @_specialize(where Time == DispatchQueue.SchedulerTimeType)
  @_specialize(where Time == OperationQueue.SchedulerTimeType)
  @_specialize(where Time == RunLoop.SchedulerTimeType)
  init(origin: Time) {
    let length: (Time.Stride) -> Int64 =
      if let exact = Time.Stride.self as? any WholeNanoseconds.Type {
        Self.exact(exact)
      } else {
        { $0.nanosecondsByComparing }
      }
    self.length = length
    time = { $0 == 0 ? origin : origin.advanced(by: .length(nanoseconds: $0)) }
    // A date is a `Double`, whose precision today is a tenth of a microsecond.
    let isDate =
      Time.Stride.self == RunLoop.SchedulerTimeType.Stride.self
      || Time.Stride.self == OperationQueue.SchedulerTimeType.Stride.self
    let resolution: Int64 = isDate ? 1_000 : 1
    let due = { length(origin.distance(to: $0)).rounded(to: resolution) }
    self.due = due
    dueIfAny = { $0.map(due) }
  }

  @inline(__always) private static func exact<S: WholeNanoseconds>(_: S.Type) -> (Time.Stride) -> Int64 {
    // `S` is `Time.Stride`, which the compiler cannot know.
    { unsafeBitCast($0, to: S.self).nanoseconds }
  }
}

/// Sendable because the functions capture only the origin, constants and each other.
extension TimeScale: @unchecked Sendable where Time: Sendable {}

extension Int64 {
  /// Returns the nearest multiple of `resolution`, or the number itself at the ends of the range.
  @inline(__always) fileprivate func rounded(to resolution: Int64) -> Int64 {
    guard resolution > 1 else { return self }
    let (whole, rest) = quotientAndRemainder(dividingBy: resolution)
    let steps = whole + (rest.magnitude * 2 >= resolution ? rest.signum() : 0)
    let (rounded, overflow) = steps.multipliedReportingOverflow(by: resolution)
    return overflow ? self : rounded
  }
}

// Sendable because its only mutable part is the timeline, which is Sendable.
extension TestScheduler: @unchecked Sendable where SchedulerTimeType: Sendable {}

/// A test scheduler in the time of `Host`, for example `TestSchedulerOf<DispatchQueue>`.
public typealias TestSchedulerOf<Host: Scheduler> = TestScheduler<Host.SchedulerTimeType, Host.SchedulerOptions>

import Streams

/// A scheduler that reports an issue whenever it is used, for tests of code that should not use a scheduler.
///
/// After the report, it runs the action immediately, so that the code continues. Use `DispatchQueue.unimplemented()`
/// and the like, or `.unimplemented` where an ``AnyScheduler`` is expected.
///
/// Each use is one report. Reading the time and then scheduling for later, as `delay` does for each value and for the
/// end, is one use, reported when the time is read.
public struct UnimplementedScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  /// The start of each issue; may be empty.
  public let prefix: String

  private let time: SchedulerTimeType
  private let reporter: UnimplementedReporter

  /// Creates a scheduler that must not be used.
  ///
  /// - Parameters:
  ///   - prefix: The start of each issue; may be empty.
  ///   - now: The time that it returns after reporting.
  public init(
    _ prefix: String = "", now: SchedulerTimeType, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(prefix, now: now, madeAt: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a scheduler, perhaps without a source location.
  init(_ prefix: String, now: SchedulerTimeType, madeAt place: SourcePlace?) {
    self.prefix = prefix
    time = now
    reporter = UnimplementedReporter(of: "scheduler", prefix: prefix, madeAt: place)
  }

  /// The time passed to the initializer. Reading it reports an issue.
  public var now: SchedulerTimeType {
    reporter.report(.currentTime)
    return time
  }

  /// The smallest tolerance, always zero. Reading it reports nothing.
  public var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// Reports an issue, then runs `action` immediately.
  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    reporter.report(.now)
    action()
  }

  /// Reports an issue, unless reading the time for it was reported, then runs `action` immediately.
  public func schedule(
    after _: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    reporter.report(.later)
    action()
  }

  /// Reports an issue, unless reading the time for it was reported, then runs `action` once, immediately.
  public func schedule(
    after _: SchedulerTimeType, interval _: SchedulerTimeType.Stride, tolerance _: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    reporter.report(.repeat)
    action()
    return AnyCancellable {}
  }
}

extension UnimplementedScheduler: Sendable where SchedulerTimeType: Sendable {}

/// An unimplemented scheduler in the time of `Host`, for example `UnimplementedSchedulerOf<DispatchQueue>`.
public typealias UnimplementedSchedulerOf<Host: Scheduler> =
  UnimplementedScheduler<Host.SchedulerTimeType, Host.SchedulerOptions>

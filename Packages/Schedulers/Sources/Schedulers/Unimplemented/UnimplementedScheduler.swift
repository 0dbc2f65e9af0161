import Streams

/// A scheduler that reports an issue whenever it is used, for tests of code that should not use one.
///
/// After the report it runs the action immediately, so that the code continues. Get one with
/// `DispatchQueue.unimplemented()` and the like, or `.unimplemented` where an ``AnyScheduler`` is wanted.
///
/// One use is one report. Asking for the time and the tolerance and then scheduling by them, as `delay` does for each value,
/// is one use, reported at the first question.
public struct UnimplementedScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  /// The text with which the issues begin; may be empty.
  public let prefix: String

  private let time: SchedulerTimeType
  private let reporter: UnimplementedReporter

  /// A scheduler that must not be used.
  ///
  /// - Parameters:
  ///   - prefix: The text with which the issues begin; may be empty.
  ///   - now: The time that it returns after reporting.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  public init(
    _ prefix: String = "", now: SchedulerTimeType, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.prefix = prefix
    time = now
    reporter = UnimplementedReporter(ReportPlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// One that is not told where it is made.
  init(placelessly prefix: String, now: SchedulerTimeType) {
    self.prefix = prefix
    time = now
    reporter = UnimplementedReporter(nil)
  }

  /// Reports an issue, then returns the time passed to the initializer.
  public var now: SchedulerTimeType {
    report(.currentTime)
    return time
  }

  /// Reports an issue, unless a question before it has been reported, then tells zero.
  public var minimumTolerance: SchedulerTimeType.Stride {
    report(.minimumTolerance)
    return .zero
  }

  /// Reports an issue, then does `action` immediately.
  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    report(.now)
    action()
  }

  /// Reports an issue, unless a question before it has been reported, then does `action` immediately.
  public func schedule(
    after _: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    report(.later)
    action()
  }

  /// Reports an issue, unless a question before it has been reported, then does `action` immediately and never again.
  public func schedule(
    after _: SchedulerTimeType, interval _: SchedulerTimeType.Stride, tolerance _: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    report(.repeat)
    action()
    return AnyCancellable {}
  }

  private func report(_ call: UnimplementedReporter.Call) { reporter.report(call, of: "scheduler", prefix: prefix) }
}

extension UnimplementedScheduler: Sendable where SchedulerTimeType: Sendable {}

/// An unimplemented scheduler in the time of `Host`, for example `UnimplementedSchedulerOf<DispatchQueue>`.
public typealias UnimplementedSchedulerOf<Host: Scheduler> =
  UnimplementedScheduler<Host.SchedulerTimeType, Host.SchedulerOptions>

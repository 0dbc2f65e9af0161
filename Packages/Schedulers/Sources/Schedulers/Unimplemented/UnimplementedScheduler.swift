import Streams

/// A scheduler that reports an issue whenever it is used: for a test to say that the code under test needs none.
///
/// Having reported, it does the action at once, so that the code goes on. Get one with `DispatchQueue.unimplemented()`
/// and the like, or `.unimplemented` where an ``AnyScheduler`` is wanted.
public struct UnimplementedScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  private let prefix: String
  private let time: SchedulerTimeType
  /// Nil if nobody said: then it is the test that runs when it is reported.
  private let place: ReportPlace?

  /// A scheduler that must not be used.
  ///
  /// - Parameters:
  ///   - prefix: What the report calls it.
  ///   - now: The time that it tells, having reported.
  public init(
    _ prefix: String = "", now: SchedulerTimeType, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.prefix = prefix
    time = now
    place = ReportPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// One that cannot say where it was made.
  init(placelessly prefix: String, now: SchedulerTimeType) {
    self.prefix = prefix
    time = now
    place = nil
  }

  /// Reports an issue, then tells the time given at the beginning.
  public var now: SchedulerTimeType {
    report("was asked for the current time")
    return time
  }

  /// Reports an issue, then tells zero.
  public var minimumTolerance: SchedulerTimeType.Stride {
    report("was asked for its minimum tolerance")
    return .zero
  }

  /// Reports an issue, then does `action` at once.
  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    report("was given an action to do at once")
    action()
  }

  /// Reports an issue, then does `action` at once.
  public func schedule(
    after _: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    report("was given an action to do later")
    action()
  }

  /// Reports an issue, then does `action` at once and never again.
  public func schedule(
    after _: SchedulerTimeType, interval _: SchedulerTimeType.Stride, tolerance _: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    report("was given an action to repeat")
    action()
    return AnyCancellable {}
  }

  private func report(_ use: String) {
    reportIssue(message(use, isPlaced: place != nil), at: place)
  }

  /// - Parameter isPlaced: Whether the line is known. If not, the message says how to get it.
  func message(_ use: String, isPlaced: Bool) -> String {
    let advice = isPlaced ? "" : " To see which one it is, make it with `.unimplemented(\"a name\")`."
    return """
      An unimplemented scheduler\(prefix.isEmpty ? "" : " (\(prefix))") \(use). \
      Give the code under test a scheduler, for example an immediate one, if it should use it.\(advice)
      """
  }
}

extension UnimplementedScheduler: Sendable where SchedulerTimeType: Sendable {}

/// An unimplemented scheduler in the time of `Host`, for example `UnimplementedSchedulerOf<DispatchQueue>`.
public typealias UnimplementedSchedulerOf<Host: Scheduler> =
  UnimplementedScheduler<Host.SchedulerTimeType, Host.SchedulerOptions>

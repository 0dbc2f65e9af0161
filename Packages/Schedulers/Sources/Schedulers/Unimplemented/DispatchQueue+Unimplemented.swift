import Dispatch
import Streams

extension DispatchQueue {
  /// A scheduler that must not be used. Each use is reported as an issue of the running test.
  public static var unimplemented: UnimplementedSchedulerOf<DispatchQueue> {
    UnimplementedScheduler(
      placelessly: "DispatchQueue", now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)))
  }

  /// Returns a scheduler that must not be used. Each use is reported as an issue at the line of this call.
  ///
  /// - Parameter prefix: The name in the issue.
  public static func unimplemented(
    _ prefix: String = "DispatchQueue", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> UnimplementedSchedulerOf<DispatchQueue> {
    UnimplementedScheduler(
      prefix, now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)), fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}

extension AnyScheduler
where SchedulerTimeType == DispatchQueue.SchedulerTimeType, SchedulerOptions == DispatchQueue.SchedulerOptions {
  /// A scheduler that must not be used. Each use is reported as an issue of the running test.
  public static var unimplemented: Self { DispatchQueue.unimplemented.eraseToAnyScheduler() }

  /// Returns a scheduler that must not be used. Each use is reported as an issue at the line of this call.
  ///
  /// - Parameter prefix: The name in the issue.
  public static func unimplemented(
    _ prefix: String = "DispatchQueue", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    DispatchQueue.unimplemented(prefix, fileID: fileID, filePath: filePath, line: line, column: column)
      .eraseToAnyScheduler()
  }
}

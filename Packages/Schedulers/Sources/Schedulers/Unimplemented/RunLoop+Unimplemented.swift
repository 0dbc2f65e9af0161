import Foundation
import Streams

extension RunLoop {
  /// A scheduler that must not be used; the report has no place in the test.
  public static var unimplemented: UnimplementedSchedulerOf<RunLoop> { unimplemented("RunLoop.unimplemented") }

  /// A scheduler that must not be used, reported at the line that makes it.
  ///
  /// - Parameter prefix: What the report calls it.
  public static func unimplemented(
    _ prefix: String = "RunLoop", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> UnimplementedSchedulerOf<RunLoop> {
    UnimplementedScheduler(
      prefix, now: SchedulerTimeType(Date(timeIntervalSince1970: 0)), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

extension AnyScheduler
where SchedulerTimeType == RunLoop.SchedulerTimeType, SchedulerOptions == RunLoop.SchedulerOptions {
  /// A scheduler that must not be used; the report has no place in the test.
  public static var unimplemented: Self { RunLoop.unimplemented.eraseToAnyScheduler() }

  /// A scheduler that must not be used, reported at the line that makes it.
  ///
  /// - Parameter prefix: What the report calls it.
  public static func unimplemented(
    _ prefix: String = "RunLoop", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    RunLoop.unimplemented(prefix, fileID: fileID, filePath: filePath, line: line, column: column).eraseToAnyScheduler()
  }
}

import Foundation
import Streams

extension RunLoop {
  /// A scheduler that must not be used. Each use is reported as an issue of the running test.
  public static var unimplemented: UnimplementedSchedulerOf<RunLoop> {
    UnimplementedScheduler(placelessly: "RunLoop", now: SchedulerTimeType(Date(timeIntervalSince1970: 0)))
  }

  /// Returns a scheduler that must not be used. Each use is reported as an issue at the line of this call.
  ///
  /// - Parameter prefix: The name in the issue.
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
  /// A scheduler that must not be used. Each use is reported as an issue of the running test.
  public static var unimplemented: Self { RunLoop.unimplemented.eraseToAnyScheduler() }

  /// Returns a scheduler that must not be used. Each use is reported as an issue at the line of this call.
  ///
  /// - Parameter prefix: The name in the issue.
  public static func unimplemented(
    _ prefix: String = "RunLoop", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    RunLoop.unimplemented(prefix, fileID: fileID, filePath: filePath, line: line, column: column).eraseToAnyScheduler()
  }
}

import Foundation
import Streams

extension OperationQueue {
  /// A scheduler that must not be used. Each use is reported as an issue of the running test.
  public static var unimplemented: UnimplementedSchedulerOf<OperationQueue> {
    UnimplementedScheduler(
      placelessly: "OperationQueue", now: SchedulerTimeType(Date(timeIntervalSince1970: 0)))
  }

  /// Returns a scheduler that must not be used. Each use is reported as an issue at the line of this call.
  ///
  /// - Parameter prefix: The name in the issue.
  public static func unimplemented(
    _ prefix: String = "OperationQueue", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> UnimplementedSchedulerOf<OperationQueue> {
    UnimplementedScheduler(
      prefix, now: SchedulerTimeType(Date(timeIntervalSince1970: 0)), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

extension AnyScheduler
where SchedulerTimeType == OperationQueue.SchedulerTimeType, SchedulerOptions == OperationQueue.SchedulerOptions {
  /// A scheduler that must not be used. Each use is reported as an issue of the running test.
  public static var unimplemented: Self { OperationQueue.unimplemented.eraseToAnyScheduler() }

  /// Returns a scheduler that must not be used. Each use is reported as an issue at the line of this call.
  ///
  /// - Parameter prefix: The name in the issue.
  public static func unimplemented(
    _ prefix: String = "OperationQueue", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    OperationQueue.unimplemented(prefix, fileID: fileID, filePath: filePath, line: line, column: column)
      .eraseToAnyScheduler()
  }
}

import Dispatch
import Foundation
import Streams

// Names that combine-schedulers has deprecated, for code that still uses them. Each has a fix-it.

/// The former name of ``UnimplementedScheduler``.
@available(*, deprecated, renamed: "UnimplementedScheduler")
public typealias FailingScheduler = UnimplementedScheduler

/// The former name of ``UnimplementedSchedulerOf``.
@available(*, deprecated, renamed: "UnimplementedSchedulerOf")
public typealias FailingSchedulerOf<Host: Scheduler> =
  UnimplementedScheduler<Host.SchedulerTimeType, Host.SchedulerOptions>

extension DispatchQueue {
  /// The former name of `test`.
  @available(*, deprecated, renamed: "test")
  public static var testScheduler: TestSchedulerOf<DispatchQueue> { test }

  /// The former name of `immediate`.
  @available(*, deprecated, renamed: "immediate")
  public static var immediateScheduler: ImmediateSchedulerOf<DispatchQueue> { immediate }

  /// The former name of `unimplemented`.
  @available(*, deprecated, renamed: "unimplemented")
  public static var failing: UnimplementedSchedulerOf<DispatchQueue> { unimplemented }

  /// The former name of `unimplemented(_:)`.
  ///
  /// - Parameter prefix: The start of each issue.
  @available(*, deprecated, renamed: "unimplemented(_:fileID:filePath:line:column:)")
  public static func failing(
    _ prefix: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> UnimplementedSchedulerOf<DispatchQueue> {
    unimplemented(prefix, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension AnyScheduler
where SchedulerTimeType == DispatchQueue.SchedulerTimeType, SchedulerOptions == DispatchQueue.SchedulerOptions {
  /// The former name of `unimplemented`.
  @available(*, deprecated, renamed: "unimplemented")
  public static var failing: Self { unimplemented }

  /// The former name of `unimplemented(_:)`.
  ///
  /// - Parameter prefix: The start of each issue.
  @available(*, deprecated, renamed: "unimplemented(_:fileID:filePath:line:column:)")
  public static func failing(
    _ prefix: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    unimplemented(prefix, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension OperationQueue {
  /// The former name of `test`.
  @available(*, deprecated, renamed: "test")
  public static var testScheduler: TestSchedulerOf<OperationQueue> { test }

  /// The former name of `immediate`.
  @available(*, deprecated, renamed: "immediate")
  public static var immediateScheduler: ImmediateSchedulerOf<OperationQueue> { immediate }

  /// The former name of `unimplemented`.
  @available(*, deprecated, renamed: "unimplemented")
  public static var failing: UnimplementedSchedulerOf<OperationQueue> { unimplemented }

  /// The former name of `unimplemented(_:)`.
  ///
  /// - Parameter prefix: The start of each issue.
  @available(*, deprecated, renamed: "unimplemented(_:fileID:filePath:line:column:)")
  public static func failing(
    _ prefix: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> UnimplementedSchedulerOf<OperationQueue> {
    unimplemented(prefix, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension AnyScheduler
where SchedulerTimeType == OperationQueue.SchedulerTimeType, SchedulerOptions == OperationQueue.SchedulerOptions {
  /// The former name of `unimplemented`.
  @available(*, deprecated, renamed: "unimplemented")
  public static var failing: Self { unimplemented }

  /// The former name of `unimplemented(_:)`.
  ///
  /// - Parameter prefix: The start of each issue.
  @available(*, deprecated, renamed: "unimplemented(_:fileID:filePath:line:column:)")
  public static func failing(
    _ prefix: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    unimplemented(prefix, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension RunLoop {
  /// The former name of `test`.
  @available(*, deprecated, renamed: "test")
  public static var testScheduler: TestSchedulerOf<RunLoop> { test }

  /// The former name of `immediate`.
  @available(*, deprecated, renamed: "immediate")
  public static var immediateScheduler: ImmediateSchedulerOf<RunLoop> { immediate }

  /// The former name of `unimplemented`.
  @available(*, deprecated, renamed: "unimplemented")
  public static var failing: UnimplementedSchedulerOf<RunLoop> { unimplemented }

  /// The former name of `unimplemented(_:)`.
  ///
  /// - Parameter prefix: The start of each issue.
  @available(*, deprecated, renamed: "unimplemented(_:fileID:filePath:line:column:)")
  public static func failing(
    _ prefix: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> UnimplementedSchedulerOf<RunLoop> {
    unimplemented(prefix, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension AnyScheduler
where SchedulerTimeType == RunLoop.SchedulerTimeType, SchedulerOptions == RunLoop.SchedulerOptions {
  /// The former name of `unimplemented`.
  @available(*, deprecated, renamed: "unimplemented")
  public static var failing: Self { unimplemented }

  /// The former name of `unimplemented(_:)`.
  ///
  /// - Parameter prefix: The start of each issue.
  @available(*, deprecated, renamed: "unimplemented(_:fileID:filePath:line:column:)")
  public static func failing(
    _ prefix: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    unimplemented(prefix, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

import Foundation

extension Publisher {
  /// Waits, in real time, for the first value, and returns it. See ``waitForCompletion(timeout:fileID:file:line:column:)``
  /// for threads and tasks.
  ///
  /// - Parameter timeout: how many seconds at most; ``WaitTimeout/seconds`` if not given.
  /// - Throws: ``WaitError``: the time was up, the publisher failed, or it completed without a value. An issue is
  ///   reported too unless it failed, at the caller's line.
  public func waitForFirstOutput(
    timeout: TimeInterval? = nil,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Output {
    let values = try prefix(1).waitForCompletion(
      timeout: timeout, fileID: fileID, file: file, line: line, column: column)
    return try CallPlace(fileID: fileID, file: file, line: line, column: column).first(of: values)
  }

  /// Waits, in real time, for the first value, and returns it.
  ///
  /// - Parameter timeout: how many seconds at most; ``WaitTimeout/seconds`` if not given.
  /// - Throws: ``WaitError``, or `CancellationError` when the task is cancelled. An issue is reported too unless the
  ///   publisher failed, at the caller's line.
  nonisolated(nonsending)
    public func waitForFirstOutput(
      timeout: TimeInterval? = nil,
      fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws -> Output
  {
    let values = try await prefix(1).waitForCompletion(
      timeout: timeout, fileID: fileID, file: file, line: line, column: column)
    return try CallPlace(fileID: fileID, file: file, line: line, column: column).first(of: values)
  }
}

extension CallPlace {
  fileprivate func first<Output>(of values: [Output]) throws -> Output {
    guard let value = values.first else { throw reported(WaitError<Output>.noOutput) }
    return value
  }
}

import Foundation

extension Publisher {
  /// Waits, in real time, until this publisher completes, and returns its last value. See
  /// ``waitForCompletion(timeout:fileID:file:line:column:)`` for threads and tasks.
  ///
  /// - Parameter timeout: how many seconds at most; ``WaitTimeout/seconds`` if not given.
  /// - Throws: ``WaitError``: the time was up, the publisher failed, or it completed without a value. An issue is
  ///   reported too unless it failed, at the caller's line.
  public func waitForLastOutput(
    timeout: TimeInterval? = nil,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Output {
    let place = CallPlace(fileID: fileID, file: file, line: line, column: column)
    return try place.last(
      of: waitForCompletion(timeout: timeout, fileID: fileID, file: file, line: line, column: column))
  }

  /// Waits, in real time, until this publisher completes, and returns its last value.
  ///
  /// - Parameter timeout: how many seconds at most; ``WaitTimeout/seconds`` if not given.
  /// - Throws: ``WaitError``, or `CancellationError` when the task is cancelled. An issue is reported too unless the
  ///   publisher failed, at the caller's line.
  nonisolated(nonsending)
    public func waitForLastOutput(
      timeout: TimeInterval? = nil,
      fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws -> Output
  {
    let place = CallPlace(fileID: fileID, file: file, line: line, column: column)
    return try place.last(
      of: await waitForCompletion(timeout: timeout, fileID: fileID, file: file, line: line, column: column))
  }
}

extension CallPlace {
  fileprivate func last<Output>(of values: [Output]) throws -> Output {
    guard let value = values.last else { throw reported(WaitError<Output>.noOutput) }
    return value
  }
}

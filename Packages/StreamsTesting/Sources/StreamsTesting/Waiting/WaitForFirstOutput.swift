extension Publisher {
  /// Waits, in real time, for the first value, and returns it.
  ///
  /// See ``waitForCompletion(timeout:fileID:filePath:line:column:)`` for threads and tasks.
  ///
  /// - Parameter timeout: The time limit; ``WaitTimeout/duration`` by default. A negative limit is reported as an issue
  ///   and counts as zero.
  /// - Throws: ``RecordingError`` with the values received. It is also reported as an issue, unless the publisher
  ///   failed.
  public func waitForFirstOutput(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Output {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return try prefix(1).wait(timeout, at: place) { $0.next() }
  }

  /// Waits, in real time, for the first value, and returns it.
  ///
  /// - Parameter timeout: The time limit; ``WaitTimeout/duration`` by default. A negative limit is reported as an issue
  ///   and counts as zero.
  /// - Throws: ``RecordingError`` with the values received. It is also reported as an issue, unless the publisher
  ///   failed. `CancellationError` if the task is cancelled.
  public func waitForFirstOutput(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws -> Output {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return try await prefix(1).wait(timeout, at: place) { $0.next() }
  }
}

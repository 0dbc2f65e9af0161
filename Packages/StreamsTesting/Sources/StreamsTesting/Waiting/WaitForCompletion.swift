extension Publisher {
  /// Waits, in real time, until this publisher finishes, and returns all its values.
  ///
  /// On the main thread the main run loop keeps running. In a task, call the form with `await`: this one would block a
  /// thread that other tasks need, so it reports an issue there and throws.
  ///
  /// - Parameter timeout: The time limit; ``WaitTimeout/duration`` by default. A negative limit is reported as an issue
  ///   and counts as zero.
  /// - Throws: ``RecordingError`` with the values received. It is also reported as an issue, unless the publisher
  ///   failed.
  public func waitForCompletion(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> [Output] {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return try wait(timeout, at: place) { $0.elements }
  }

  /// Waits, in real time, until this publisher finishes, and returns all its values.
  ///
  /// - Parameter timeout: The time limit; ``WaitTimeout/duration`` by default. A negative limit is reported as an issue
  ///   and counts as zero.
  /// - Throws: ``RecordingError`` with the values received. It is also reported as an issue, unless the publisher
  ///   failed. `CancellationError` if the task is cancelled.
  public func waitForCompletion(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws -> [Output] {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return try await wait(timeout, at: place) { $0.elements }
  }
}

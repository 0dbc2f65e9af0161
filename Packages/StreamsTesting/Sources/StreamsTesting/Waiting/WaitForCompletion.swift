extension Publisher {
  /// Waits, in real time, until this publisher finishes, and returns all it has sent.
  ///
  /// On the main thread the main run loop keeps running. From a task call the form with `await`: this one reports
  /// an issue there instead of waiting, since it would hold a thread of the pool that others need.
  ///
  /// - Parameter timeout: How long at most; ``WaitTimeout/duration`` if not given. What is below zero is an issue and
  ///   counts as zero.
  /// - Throws: ``RecordingError``, with what came. It is reported too, unless the publisher failed.
  public func waitForCompletion(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> [Output] {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return try wait(timeout, at: place) { $0.elements }
  }

  /// Waits, in real time, until this publisher finishes, and returns all it has sent.
  ///
  /// - Parameter timeout: How long at most; ``WaitTimeout/duration`` if not given. What is below zero is an issue and
  ///   counts as zero.
  /// - Throws: ``RecordingError``, with what came. It is reported too, unless the publisher failed.
  ///   `CancellationError` if the task is cancelled.
  nonisolated(nonsending)
    public func waitForCompletion(
      timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) async throws -> [Output]
  {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return try await wait(timeout, at: place) { $0.elements }
  }
}

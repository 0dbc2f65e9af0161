extension Publisher {
  /// Waits, in real time, until this publisher finishes, and returns all its values.
  ///
  /// On the main thread, the main run loop keeps running. In a task, use the form with `await`: this one would block a
  /// thread that other tasks need, so it reports an issue there and throws.
  ///
  /// - Parameter timeout: The time limit, as a `Duration` or in seconds; ``WaitTimeout/duration`` by default. A negative
  ///   limit is an issue, and throws.
  /// - Throws: If it does not finish: in a test mostly the error of the test library, otherwise ``RecordingError``, which
  ///   has the values received.
  public func waitForCompletion(
    timeout: (any WaitLimit)? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws -> [Output] {
    let place = SourcePlace(fileID, filePath, line, column)
    return try recorder(at: place).elements.wait(timeout, at: place)
  }

  /// Waits, in real time, until this publisher finishes, and returns all its values.
  /// The parameters are those of the blocking form.
  ///
  /// - Throws: Also `CancellationError`, if the task is cancelled.
  public func waitForCompletion(
    timeout: (any WaitLimit)? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws -> [Output] {
    let place = SourcePlace(fileID, filePath, line, column)
    return try await recorder(at: place).elements.wait(timeout, at: place)
  }

  /// Waits, in real time, for the first value, and returns it. See also
  /// ``waitForCompletion(timeout:fileID:filePath:line:column:)``.
  public func waitForFirstOutput(
    timeout: (any WaitLimit)? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws -> Output {
    let place = SourcePlace(fileID, filePath, line, column)
    return try firstOutput(at: place).wait(timeout, at: place)
  }

  /// Waits, in real time, for the first value, and returns it. The parameters are those of the blocking form.
  public func waitForFirstOutput(
    timeout: (any WaitLimit)? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws -> Output {
    let place = SourcePlace(fileID, filePath, line, column)
    return try await firstOutput(at: place).wait(timeout, at: place)
  }

  /// Records this publisher in real time. An expectation keeps the recorder, and so the subscription, until it is met.
  private func recorder(at place: SourcePlace) -> Recorder<Output, Failure> {
    record("publisher", exhaustive: false, at: place)
  }

  private func firstOutput(at place: SourcePlace) -> RecorderExpectation<Output> {
    var first = prefix(1).recorder(at: place).next()
    // If it never arrives, the publisher has not completed either.
    first.needsEnd = true
    return first
  }
}

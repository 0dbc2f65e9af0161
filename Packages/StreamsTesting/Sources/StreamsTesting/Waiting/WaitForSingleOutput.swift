extension Publisher {
  /// Waits, in real time, until this publisher finishes, and returns its only value.
  ///
  /// See ``waitForCompletion(timeout:fileID:filePath:line:column:)`` for threads and tasks.
  ///
  /// - Parameters:
  ///   - timeout: The time limit; ``WaitTimeout/duration`` by default. A negative limit is reported as an issue and
  ///     counts as zero.
  ///   - predicate: Selects the values that match; all by default.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  /// - Throws: ``RecordingError`` with the values received. It is also reported as an issue, unless the publisher
  ///   failed. Sending no matching value, or several, is an error too.
  public func waitForSingleOutput(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    where predicate: (Output) throws -> Bool = { _ in true }
  ) throws -> Output {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    let values = try wait(timeout, at: place) { $0.elements }
    return try place.only(values.filter(predicate), of: values)
  }

  /// Waits, in real time, until this publisher finishes, and returns its only value.
  ///
  /// - Parameters:
  ///   - timeout: The time limit; ``WaitTimeout/duration`` by default. A negative limit is reported as an issue and
  ///     counts as zero.
  ///   - predicate: Selects the values that match; all by default.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  /// - Throws: ``RecordingError`` with the values received. It is also reported as an issue, unless the publisher
  ///   failed. Sending no matching value, or several, is an error too. `CancellationError` if the task is cancelled.
  public func waitForSingleOutput(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    where predicate: (Output) throws -> Bool = { _ in true }
  ) async throws -> Output {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    let values = try await wait(timeout, at: place) { $0.elements }
    return try place.only(values.filter(predicate), of: values)
  }
}

extension CallPlace {
  /// The only one of the values that count.
  fileprivate func only<Output>(_ counting: [Output], of values: [Output]) throws -> Output {
    if counting.count == 1 { return counting[0] }
    let problem =
      counting.count == values.count
      ? "one value, got \(values.count)" : "one matching value, got \(counting.count) of \(values.count)"
    let description = "publisher: expected exactly \(problem): \(shown(values))"
    throw reported(RecordingError(description: description, received: values, failure: nil))
  }
}

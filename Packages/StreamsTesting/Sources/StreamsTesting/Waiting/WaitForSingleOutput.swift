import Foundation

extension Publisher {
  /// Waits, in real time, until this publisher completes, and returns its only value. See
  /// ``waitForCompletion(timeout:fileID:file:line:column:)`` for threads and tasks.
  ///
  /// - Parameters:
  ///   - timeout: how many seconds at most; ``WaitTimeout/seconds`` if not given.
  ///   - predicate: which values count; all, if nothing is said.
  /// - Throws: ``WaitError``: the time was up, the publisher failed, or it sent none or several values that count. An
  ///   issue is reported too unless it failed, at the caller's line.
  public func waitForSingleOutput(
    timeout: TimeInterval? = nil,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where predicate: (Output) throws -> Bool = { _ in true }
  ) throws -> Output {
    let place = CallPlace(fileID: fileID, file: file, line: line, column: column)
    return try place.single(
      of: waitForCompletion(timeout: timeout, fileID: fileID, file: file, line: line, column: column), where: predicate)
  }

  /// Waits, in real time, until this publisher completes, and returns its only value.
  ///
  /// - Parameters:
  ///   - timeout: how many seconds at most; ``WaitTimeout/seconds`` if not given.
  ///   - predicate: which values count; all, if nothing is said.
  /// - Throws: ``WaitError``, or `CancellationError` when the task is cancelled. An issue is reported too unless the
  ///   publisher failed, at the caller's line.
  nonisolated(nonsending)
    public func waitForSingleOutput(
      timeout: TimeInterval? = nil,
      fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
      where predicate: (Output) throws -> Bool = { _ in true }
    ) async throws -> Output
  {
    let place = CallPlace(fileID: fileID, file: file, line: line, column: column)
    return try place.single(
      of: await waitForCompletion(timeout: timeout, fileID: fileID, file: file, line: line, column: column),
      where: predicate)
  }
}

extension CallPlace {
  fileprivate func single<Output>(of values: [Output], where predicate: (Output) throws -> Bool) throws -> Output {
    let fitting = try values.filter(predicate)
    guard fitting.count == 1 else { throw reported(WaitError.notSingle(received: values)) }
    return fitting[0]
  }
}

import Foundation

extension Publisher {
  /// Waits, in real time, until this publisher completes, and returns all it has sent.
  ///
  /// On the main thread the main run loop goes on meanwhile. From a task call the form with `await`: this one reports
  /// an issue there and throws at once, since it would hold a thread of the pool that others need.
  ///
  /// - Parameter timeout: how many seconds at most, infinity for as long as it takes; ``WaitTimeout/seconds`` if not given.
  ///   What is below zero or no number is an issue and counts as zero.
  /// - Throws: ``WaitError``, with what was received. When the time is up an issue is reported too, at the caller's line.
  public func waitForCompletion(
    timeout: TimeInterval? = nil,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> [Output] {
    let place = CallPlace(fileID: fileID, file: file, line: line, column: column)
    guard !isInTask() else { throw place.reported(WaitError<Output>.wouldBlockTask) }
    let seconds = place.limit(timeout)
    let wait = Wait<Output, Failure>()
    let cancellable = wait.attach(to: self)
    wait.block(until: Date(timeIntervalSinceNow: seconds))
    cancellable.cancel()
    return try place.result(of: wait, after: seconds)
  }

  /// Waits, in real time, until this publisher completes, and returns all it has sent.
  ///
  /// - Parameter timeout: how many seconds at most, infinity for as long as it takes; ``WaitTimeout/seconds`` if not given.
  ///   What is below zero or no number is an issue and counts as zero.
  /// - Throws: ``WaitError``, with what was received, or `CancellationError` when the task is cancelled. When the time is
  ///   up an issue is reported too, at the caller's line.
  nonisolated(nonsending)
    public func waitForCompletion(
      timeout: TimeInterval? = nil,
      fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws -> [Output]
  {
    let place = CallPlace(fileID: fileID, file: file, line: line, column: column)
    let seconds = place.limit(timeout)
    let wait = Wait<Output, Failure>()
    let cancellable = wait.attach(to: self)
    defer { cancellable.cancel() }
    try await wait.suspend(until: Date(timeIntervalSinceNow: seconds))
    return try place.result(of: wait, after: seconds)
  }
}

extension CallPlace {
  /// What came of `wait`. A publisher that has failed is for the caller to judge; one that has not ended is an issue.
  func result<Output, Failure: Error>(
    of wait: Wait<Output, Failure>, after seconds: TimeInterval
  ) throws -> [Output] {
    do {
      return try wait.result(after: .seconds(seconds), at: self)
    } catch {
      if case .neverCompleted = error { throw reported(error) }
      throw error
    }
  }
}

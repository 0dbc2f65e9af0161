import Foundation

/// How a publisher ended, and what it had sent by then.
public enum Materialized<Output, Failure: Error> {
  /// It finished.
  case finished([Output])
  /// It failed.
  case failed([Output], Failure)

  /// What it had sent.
  public var values: [Output] {
    switch self {
    case .finished(let values), .failed(let values, _): values
    }
  }
}

extension Materialized: Sendable where Output: Sendable {}

extension Materialized: Equatable where Output: Equatable {
  /// Equal if values and ends are. Failures need not be equatable, see ``sameError(_:_:)``.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.finished(let a), .finished(let b)): a == b
    case (.failed(let a, let problem), .failed(let b, let other)): a == b && sameError(problem, other)
    default: false
    }
  }
}

extension Publisher {
  /// Waits, in real time, until this publisher ends, and returns how, with its values: a failure is not thrown. See
  /// ``waitForCompletion(timeout:fileID:file:line:column:)`` for threads and tasks.
  ///
  /// - Parameter timeout: how many seconds at most; ``WaitTimeout/seconds`` if not given.
  /// - Throws: ``WaitError`` if the time was up; reported too, at the caller's line.
  public func waitForMaterialized(
    timeout: TimeInterval? = nil,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Materialized<Output, Failure> {
    do {
      return .finished(
        try waitForCompletion(timeout: timeout, fileID: fileID, file: file, line: line, column: column))
    } catch let error as WaitError<Output> {
      return try error.materialized()
    }
  }

  /// Waits, in real time, until this publisher ends, and returns how, with its values: a failure is not thrown.
  ///
  /// - Parameter timeout: how many seconds at most; ``WaitTimeout/seconds`` if not given.
  /// - Throws: ``WaitError`` if the time was up, reported too, at the caller's line; or `CancellationError` when the task
  ///   is cancelled.
  nonisolated(nonsending)
    public func waitForMaterialized(
      timeout: TimeInterval? = nil,
      fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws -> Materialized<Output, Failure>
  {
    do {
      return .finished(
        try await waitForCompletion(timeout: timeout, fileID: fileID, file: file, line: line, column: column))
    } catch let error as WaitError<Output> {
      return try error.materialized()
    }
  }
}

extension WaitError {
  fileprivate func materialized<Failure: Error>() throws -> Materialized<Output, Failure> {
    guard case .failed(let cause, let received, _) = self, let failure = cause as? Failure else { throw self }
    return .failed(received, failure)
  }
}

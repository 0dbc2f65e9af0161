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
  /// Equal if values and ends are. Failures need not be equatable, they are compared as those of a ``StreamEvent`` are.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.finished(let a), .finished(let b)): a == b
    case (.failed(let a, let problem), .failed(let b, let other)): a == b && sameError(problem, other)
    default: false
    }
  }
}

extension Publisher {
  /// Waits, in real time, until this publisher ends, and returns how, with its values. A failure is not thrown.
  ///
  /// See ``waitForCompletion(timeout:fileID:filePath:line:column:)`` for threads and tasks.
  ///
  /// - Parameter timeout: How long at most; ``WaitTimeout/duration`` if not given. What is below zero is an issue and
  ///   counts as zero.
  /// - Throws: ``RecordingError`` if the time was up; it is reported too.
  public func waitForMaterialized(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Materialized<Output, Failure> {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return try wait(timeout, at: place) { $0.materialized }
  }

  /// Waits, in real time, until this publisher ends, and returns how, with its values. A failure is not thrown.
  ///
  /// - Parameter timeout: How long at most; ``WaitTimeout/duration`` if not given. What is below zero is an issue and
  ///   counts as zero.
  /// - Throws: ``RecordingError`` if the time was up; it is reported too. `CancellationError` if the task is
  ///   cancelled.
  nonisolated(nonsending)
    public func waitForMaterialized(
      timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) async throws -> Materialized<Output, Failure>
  {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return try await wait(timeout, at: place) { $0.materialized }
  }
}

extension Recorder {
  fileprivate var materialized: RecorderExpectation<Materialized<Output, Failure>> {
    expectation("the end") { events, _ in
      switch events.end {
      case .finished?: .fulfilled(.finished(events.values))
      case .failure(let error)?: .fulfilled(.failed(events.values, error))
      case nil: .pending
      }
    }
  }
}

/// How a publisher ended, with the values it sent.
public enum Materialized<Output, Failure: Error> {
  /// It finished.
  case finished([Output])
  /// It failed.
  case failed([Output], Failure)

  /// The values it sent.
  public var values: [Output] {
    switch self {
    case .finished(let values), .failed(let values, _): values
    }
  }
}

extension Materialized: Sendable where Output: Sendable {}

extension Materialized: Equatable where Output: Equatable {
  /// Equal if the values and the ends are equal. Failures need not be equatable: they are compared as in
  /// ``StreamEvent``.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.finished(let a), .finished(let b)): a == b
    case (.failed(let a, let problem), .failed(let b, let other)): a == b && sameError(problem, other)
    default: false
    }
  }
}

extension Publisher {
  /// Waits, in real time, until this publisher ends, and returns its values and its completion. A failure is returned,
  /// not thrown.
  ///
  /// See ``waitForCompletion(timeout:fileID:filePath:line:column:)`` for threads and tasks.
  ///
  /// - Parameter timeout: The time limit; ``WaitTimeout/duration`` by default. A negative limit is reported as an issue
  ///   and counts as zero.
  /// - Throws: ``RecordingError`` after the time limit; it is also reported as an issue.
  public func waitForMaterialized(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Materialized<Output, Failure> {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return try wait(timeout, at: place) { $0.materialized }
  }

  /// Waits, in real time, until this publisher ends, and returns its values and its completion. A failure is returned,
  /// not thrown.
  ///
  /// - Parameter timeout: The time limit; ``WaitTimeout/duration`` by default. A negative limit is reported as an issue
  ///   and counts as zero.
  /// - Throws: ``RecordingError`` after the time limit; it is also reported as an issue. `CancellationError` if the
  ///   task is cancelled.
  public func waitForMaterialized(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws -> Materialized<Output, Failure> {
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

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

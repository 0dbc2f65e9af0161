/// The completion of a publisher, with the values that it sent.
public enum Materialized<Output, Failure: Error> {
  /// The publisher finished.
  case finished([Output])
  /// The publisher failed.
  case failed([Output], Failure)

  /// The values that the publisher sent.
  public var values: [Output] {
    switch self {
    case .finished(let values), .failed(let values, _): values
    }
  }
}

extension Materialized: Sendable where Output: Sendable {}

extension Materialized: Equatable where Output: Equatable {
  /// Whether the values and the completions are equal. Failures need not be equatable: they are compared as in
  /// ``StreamEvent``.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.finished(let a), .finished(let b)): a == b
    case (.failed(let a, let problem), .failed(let b, let other)): a == b && sameError(problem, other)
    default: false
    }
  }
}

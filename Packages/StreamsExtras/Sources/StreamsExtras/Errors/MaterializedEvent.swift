/// A value of a stream, or its completion. `materialize` creates these events, `dematerialize` turns them back.
public enum MaterializedEvent<Output, Failure: Error> {
  /// A value.
  case value(Output)
  /// The stream failed with an error.
  case failure(Failure)
  /// The stream finished.
  case finished

  /// The value, or nil for a completion.
  public var value: Output? { if case .value(let value) = self { value } else { nil } }
  /// The error, or nil for any other event.
  public var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}

extension MaterializedEvent: Equatable where Output: Equatable, Failure: Equatable {}
extension MaterializedEvent: Hashable where Output: Hashable, Failure: Hashable {}
extension MaterializedEvent: Sendable where Output: Sendable {}

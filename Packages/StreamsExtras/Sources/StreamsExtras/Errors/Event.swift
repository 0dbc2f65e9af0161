/// What a stream sends, as a value: a value, or one of its two ends. Made by `materialize`, unmade by `dematerialize`.
public enum Event<Output, Failure: Error> {
  /// A value.
  case value(Output)
  /// The end with an error.
  case failure(Failure)
  /// The end without one.
  case finished

  /// The value, if it is one.
  public var value: Output? { if case .value(let value) = self { value } else { nil } }
  /// The error, if it is one.
  public var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}

extension Event: Equatable where Output: Equatable, Failure: Equatable {}
extension Event: Hashable where Output: Hashable, Failure: Hashable {}
extension Event: Sendable where Output: Sendable {}

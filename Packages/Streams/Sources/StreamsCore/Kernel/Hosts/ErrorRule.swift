/// Converts the upstream's errors and the errors thrown by an operator's closure, so that an operator and its `try`
/// form share a stage.
@usableFromInline protocol ErrorRule {
  associatedtype Upstream: Error
  associatedtype Failure: Error
  static func convert(_ failure: Upstream) -> Failure
  static func convert(thrown error: any Error) -> Failure
}

/// Keeps the upstream's errors. No others are thrown.
@frozen @usableFromInline enum Kept<Failure: Error>: ErrorRule {
  @inlinable @inline(__always) static func convert(_ failure: Failure) -> Failure { failure }
  @usableFromInline static func convert(thrown error: any Error) -> Failure {
    trap("ErrorRule", "a closure that does not throw has thrown \(error)")
  }
}

/// Erases the type of both the upstream's and the thrown errors.
@frozen @usableFromInline enum Erased<Upstream: Error>: ErrorRule {
  @inlinable @inline(__always) static func convert(_ failure: Upstream) -> any Error { failure }
  @inlinable @inline(__always) static func convert(thrown error: any Error) -> any Error { error }
}

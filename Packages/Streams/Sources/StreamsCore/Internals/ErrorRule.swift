/// Which errors an operator ends with: what becomes of its upstream's, and of those that its closure throws. So that
/// an operator and its `try` form share a stage.
@usableFromInline protocol ErrorRule {
  associatedtype Upstream: Error
  associatedtype Failure: Error
  static func convert(_ failure: Upstream) -> Failure
  static func convert(thrown error: any Error) -> Failure
}

/// The upstream's errors, and no others.
@frozen @usableFromInline enum Kept<Failure: Error>: ErrorRule {
  @inlinable @inline(__always) static func convert(_ failure: Failure) -> Failure { failure }
  @usableFromInline static func convert(thrown error: any Error) -> Failure {
    trap("ErrorRule", "a closure that does not throw has thrown \(error)")
  }
}

/// Any error: the upstream's, or one that was thrown.
@frozen @usableFromInline enum Erased<Upstream: Error>: ErrorRule {
  @inlinable @inline(__always) static func convert(_ failure: Upstream) -> any Error { failure }
  @inlinable @inline(__always) static func convert(thrown error: any Error) -> any Error { error }
}

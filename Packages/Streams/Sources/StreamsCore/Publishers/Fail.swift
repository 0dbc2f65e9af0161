/// Fails immediately with a given error.
@frozen public struct Fail<Output, Failure: Error>: OwnPublisher {
  /// The error.
  @_alwaysEmitIntoClient public let error: Failure

  /// Creates a publisher that fails with `error`.
  @_transparent @_alwaysEmitIntoClient public init(error: Failure) { self.error = error }

  /// Creates a publisher that fails with `failure`, with explicit types.
  @_alwaysEmitIntoClient public init(outputType: Output.Type, failure: Failure) { error = failure }

  @_alwaysEmitIntoClient public func receive(subscriber: some Subscriber<Output, Failure>) {
    subscriber.receive(only: .failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}
extension Fail: Sendable {}

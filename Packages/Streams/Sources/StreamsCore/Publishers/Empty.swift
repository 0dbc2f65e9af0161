/// Sends no values; finishes immediately or never.
@frozen public struct Empty<Output, Failure: Error>: Publisher, Equatable, Sendable {
  /// Whether it finishes immediately; otherwise it never does.
  public let completeImmediately: Bool

  /// A publisher without values, which finishes immediately or, if `completeImmediately` is false, never.
  @inlinable public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

  /// As ``init(completeImmediately:)``, with its types named.
  @inlinable public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.completeImmediately = completeImmediately
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    if completeImmediately {
      subscriber.receive(only: .finished)
    } else {
      subscriber.receive(subscription: Subscriptions.empty)
    }
  }
}

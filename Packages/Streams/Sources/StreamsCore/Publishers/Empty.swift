/// Sends no values, and finishes immediately or never.
@frozen public struct Empty<Output, Failure: Error>: OwnPublisher, Equatable, Sendable {
  /// Whether the publisher finishes immediately. Otherwise it never finishes.
  @_alwaysEmitIntoClient public let completeImmediately: Bool

  /// Creates a publisher without values. It finishes immediately, or never if `completeImmediately` is false.
  @_alwaysEmitIntoClient public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// Creates a publisher like ``init(completeImmediately:)``, with explicit types.
  @_alwaysEmitIntoClient public init(
    completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type
  ) {
    self.completeImmediately = completeImmediately
  }

  @_alwaysEmitIntoClient public func receive(subscriber: some Subscriber<Output, Failure>) {
    if completeImmediately {
      subscriber.receive(only: .finished)
    } else {
      subscriber.receive(subscription: Subscriptions.empty)
    }
  }
}

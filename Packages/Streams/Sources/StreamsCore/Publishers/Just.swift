/// Sends one value to each subscriber, on demand, and finishes.
@frozen public struct Just<Output>: OwnPublisher {
  public typealias Failure = Never

  /// The value.
  @_alwaysEmitIntoClient public let output: Output

  /// Creates a publisher that sends `output`.
  @_transparent @_alwaysEmitIntoClient public init(_ output: Output) { self.output = output }

  @_alwaysEmitIntoClient @inline(__always) public static var _traits: ((Self) -> Output?)?? { { $0.output } }

  @_alwaysEmitIntoClient @inline(never) public func receive(subscriber: some Subscriber<Output, Never>) {
    subscriber.receive(only: output, from: "Just")
  }
}

extension Just: Equatable where Output: Equatable {}

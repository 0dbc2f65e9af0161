/// Sends one value to each subscriber, on demand, and finishes.
@frozen public struct Just<Output>: OwnPublisher {
  public typealias Failure = Never

  /// The value.
  public let output: Output

  /// Creates a publisher that sends `output`.
  @_transparent public init(_ output: Output) { self.output = output }

  @inlinable @inline(__always) public static var _single: ((Self) -> Output?)? { { $0.output } }

  @inlinable @inline(never)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(only: output, from: "Just")
  }
}

extension Just: Equatable where Output: Equatable {}

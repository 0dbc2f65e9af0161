extension Result {
  /// Sends the value and finishes, or fails with the error.
  @_alwaysEmitIntoClient public var publisher: Publisher { Publisher(self) }

  /// Sends the value of a result to each subscriber, on demand, and finishes. Fails immediately if the result is an
  /// error.
  @frozen public struct Publisher {
    public typealias Output = Success

    /// The value or the error.
    @_alwaysEmitIntoClient public let result: Result

    /// Creates a publisher of the value or the error of `result`.
    @_alwaysEmitIntoClient public init(_ result: Result) { self.result = result }

    /// Creates a publisher that sends `output`.
    @_alwaysEmitIntoClient public init(_ output: Output) { result = .success(output) }

    /// Creates a publisher that fails with `failure`.
    @_alwaysEmitIntoClient public init(_ failure: Failure) { result = .failure(failure) }
  }
}

extension Result.Publisher: OwnPublisher {
  @_alwaysEmitIntoClient @inline(__always) public static var _traits: ((Self) -> Output?)?? { { try? $0.result.get() } }

  @_alwaysEmitIntoClient @inline(never) public func receive(subscriber: some Subscriber<Output, Failure>) {
    switch result {
    case .success(let output):
      subscriber.receive(only: output, from: "Once")
    case .failure(let error):
      subscriber.receive(only: .failure(error))
    }
  }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}

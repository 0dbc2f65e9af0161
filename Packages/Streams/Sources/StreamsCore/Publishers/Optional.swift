extension Optional {
  /// Sends the value, if there is one, and finishes. A property of the same name in another package takes precedence.
  @_disfavoredOverload @_alwaysEmitIntoClient public var publisher: Publisher { Publisher(self) }

  /// Sends the value of an optional, if there is one, to each subscriber, on demand, and finishes.
  @frozen public struct Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never

    /// The value, if there is one.
    @_alwaysEmitIntoClient public let output: Wrapped?

    /// Creates a publisher that sends `output`, unless it is nil.
    @_alwaysEmitIntoClient public init(_ output: Output?) { self.output = output }
  }
}

extension Optional.Publisher: OwnPublisher {
  @_alwaysEmitIntoClient @inline(__always) public static var _traits: ((Self) -> Output?)?? { { $0.output } }

  @_alwaysEmitIntoClient @inline(never) public func receive(subscriber: some Subscriber<Output, Never>) {
    if let output {
      subscriber.receive(only: output, from: "Optional")
    } else {
      subscriber.receive(only: .finished)
    }
  }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}

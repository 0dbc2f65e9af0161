/// A publisher that hides the type of another one.
@frozen
public struct AnyPublisher<Output, Failure: Error>: OwnPublisher, CustomStringConvertible,
  CustomPlaygroundDisplayConvertible
{
  /// Attaches a node, and returns nil. Without a node, returns the publisher's single value; see `Publisher._single`.
  @_alwaysEmitIntoClient let hidden: (_ErasedSubscriber<Output, Failure>?) -> Output?

  /// Creates a publisher that hides the type of `publisher`.
  @_alwaysEmitIntoClient public init<P: Publisher<Output, Failure>>(_ publisher: P) {
    hidden = { node in
      if node == nil { return P._single?(publisher) ?? nil }
      // Not `guard let`, which retains it.
      publisher._attach(node: node.unsafelyUnwrapped)
      return nil
    }
  }

  @_alwaysEmitIntoClient @inline(__always) public static var _traits: ((Self) -> Output?)?? { { $0.hidden(nil) } }
  @_alwaysEmitIntoClient @inline(never) public func _attach(node: _ErasedSubscriber<Output, Failure>) {
    _ = hidden(node)
  }

  public var description: String { "AnyPublisher" }
  public var playgroundDescription: Any { description }
}

extension Publisher {
  /// Hides the type of this publisher. Costs about as much as one operator.
  @_alwaysEmitIntoClient public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension AnyPublisher {
  /// Returns this publisher, whose type is already hidden.
  @_alwaysEmitIntoClient public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { self }
}

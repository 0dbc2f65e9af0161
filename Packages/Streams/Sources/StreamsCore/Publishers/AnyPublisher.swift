/// A publisher whose type is hidden.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
  CustomPlaygroundDisplayConvertible
{
  @usableFromInline let hidden: ErasedPublisher<Output, Failure>

  /// Hides the type of `publisher`.
  @inlinable public init<P: Publisher>(_ publisher: P) where Output == P.Output, Failure == P.Failure {
    hidden = ErasedPublisherBox(publisher)
  }

  @inlinable @inline(__always) public var _single: Output? { hidden.single(hidden) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    hidden.start(hidden, subscriber._guarded())
  }

  public var description: String { "AnyPublisher" }
  public var playgroundDescription: Any { description }
}

extension Publisher {
  /// This publisher with its type hidden; costs about as much as one operator.
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension AnyPublisher {
  /// The same publisher: there is nothing left to hide.
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { self }
}

/// A publisher that hides the type of another one.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
  CustomPlaygroundDisplayConvertible
{
  @usableFromInline let hidden: ErasedPublisher<Output, Failure>

  /// Creates a publisher that hides the type of `publisher`.
  @inlinable public init<P: Publisher>(_ publisher: consuming P) where Output == P.Output, Failure == P.Failure {
    hidden = ErasedPublisherBox(consume publisher)
  }

  @inlinable @inline(__always) public static var _single: ((Self) -> Output?)? {
    { $0.hidden.single?(Unmanaged.passUnretained($0.hidden).toOpaque()) ?? nil }
  }

  @inlinable @inline(__always) public static var _isCustom: Bool { false }

  @inlinable @inline(never)
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    _attach(node: subscriber._erased())
  }

  @inlinable @inline(__always) public func _attach(node: _ErasedSubscriber<Output, Failure>) {
    hidden.attach(node)
  }

  public var description: String { "AnyPublisher" }
  public var playgroundDescription: Any { description }
}

extension Publisher {
  /// Hides the type of this publisher. Costs about as much as one operator.
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension AnyPublisher {
  /// Returns this publisher, whose type is already hidden.
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { self }
}

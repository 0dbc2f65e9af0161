/// A publisher that hides the type of another one.
@frozen
public struct AnyPublisher<Output, Failure: Error>: OwnPublisher, CustomStringConvertible,
  CustomPlaygroundDisplayConvertible
{
  @_alwaysEmitIntoClient let hidden: ErasedPublisher<Output, Failure>

  /// Creates a publisher that hides the type of `publisher`.
  @_alwaysEmitIntoClient public init(_ publisher: consuming some Publisher<Output, Failure>) {
    hidden = ErasedPublisherBox(consume publisher)
  }

  @_alwaysEmitIntoClient @inline(__always) public static var _traits: ((Self) -> Output?)?? {
    { $0.hidden.single?(Unmanaged.passUnretained($0.hidden).toOpaque()) ?? nil }
  }

  @_alwaysEmitIntoClient @inline(never) public func _attach(node: _ErasedSubscriber<Output, Failure>) {
    hidden.attach(node)
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

/// A publisher with its type erased. Its functions are stored, for the same reason as those of `_ErasedSubscriber`.
@usableFromInline class ErasedPublisher<Output, Failure: Error> {
  @usableFromInline typealias Start = (UnsafeMutableRawPointer, _ErasedSubscriber<Output, Failure>) -> Void
  @usableFromInline typealias Single = (UnsafeMutableRawPointer) -> Output?

  /// Attaches an erased subscriber.
  @_alwaysEmitIntoClient final let start: Start
  /// See `Publisher._single`. Nil if there cannot be a value.
  @_alwaysEmitIntoClient final let single: Single?

  @_alwaysEmitIntoClient init(start: consuming @escaping Start, single: consuming Single?) {
    self.start = consume start
    self.single = consume single
  }

  @_alwaysEmitIntoClient @inline(__always) final func attach(_ node: _ErasedSubscriber<Output, Failure>) {
    start(Unmanaged.passUnretained(self).toOpaque(), node)
  }
}

/// Holds the publisher, and creates the functions where its type is known.
@usableFromInline final class ErasedPublisherBox<P: Publisher>: ErasedPublisher<P.Output, P.Failure> {
  @_alwaysEmitIntoClient let publisher: P

  @_alwaysEmitIntoClient init(_ publisher: consuming P) {
    self.publisher = consume publisher
    super.init(
      start: { me, node in
        Unmanaged<ErasedPublisherBox>.fromOpaque(me)._withUnsafeGuaranteedRef { $0.publisher._attach(node: node) }
      },
      single: P._single == nil
        ? nil
        : { Unmanaged<ErasedPublisherBox>.fromOpaque($0)._withUnsafeGuaranteedRef { P._single?($0.publisher) ?? nil } }
    )
  }
}

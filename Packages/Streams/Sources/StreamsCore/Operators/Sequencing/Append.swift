extension Publisher {
  /// Sends the values of this publisher, then `elements`.
  @_transparent @_alwaysEmitIntoClient public func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> { append(elements) }

  /// Sends the values of this publisher, then the elements of a sequence.
  @_transparent @_alwaysEmitIntoClient public func append<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where Output == S.Element {
    append(Publishers.Sequence(sequence: elements))
  }

  /// Sends the values of this publisher and, after it has finished, subscribes to `publisher` and sends its values.
  @_transparent @_alwaysEmitIntoClient public func append<P: Publisher<Output, Failure>>(_ publisher: P)
    -> Publishers.Concatenate<Self, P>
  {
    Publishers.Concatenate(prefix: self, suffix: publisher)
  }
}

extension Publishers {
  /// Sends the values of one publisher and, after it has finished, the values of another.
  ///
  /// It subscribes to the second publisher when the first one has finished, and requests the unused demand from it.
  /// Fails when either of them fails.
  @frozen public struct Concatenate<Prefix: Publisher, Suffix: Publisher<Prefix.Output, Prefix.Failure>>: OwnPublisher {
    public typealias Output = Suffix.Output
    public typealias Failure = Suffix.Failure

    /// The first publisher.
    @_alwaysEmitIntoClient public let prefix: Prefix
    /// The second publisher.
    @_alwaysEmitIntoClient public var suffix: Suffix { held.value }
    @_alwaysEmitIntoClient let held: Held<Suffix>

    /// Creates a publisher that sends the values of `prefix`, then the values of `suffix`.
    @_transparent @_alwaysEmitIntoClient public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      held = Held(suffix)
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let (prefix, suffix) = (prefix, suffix)
      downstream.concatenate({ prefix._attach(node: $0) }, { suffix._attach(node: $0) })
    }
  }
}

extension _ErasedSubscriber {
  @usableFromInline typealias Plain = SequentialSubscriber<Input, Failure, Failure>

  /// Serves this subscriber from one publisher, then from another. The closures attach their argument to a publisher.
  @usableFromInline func concatenate(
    _ first: (_ErasedSubscriber) -> Void, _ second: @escaping (_ErasedSubscriber) -> Void
  ) {
    let next: SequentialSubscription<Input, Failure>.Attachment = { second(Plain(plain: $0)) }
    // A nested concatenation: the outer one serves both, so that a chain of any length is one loop.
    if let outer = self as? Plain, outer.isFree {
      outer.owner.push(next)
      return first(outer)
    }
    let subscription = SequentialSubscription<Input, Failure>(self, name: "Concatenate", ignoresNone: true)
    subscription.push(next)
    subscription.start { first(Plain(plain: $0)) }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

extension Just {
  /// Sends the value, then `elements`.
  @_alwaysEmitIntoClient public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    append(elements)
  }

  /// Sends the value, then the elements of a sequence.
  @_alwaysEmitIntoClient public func append(_ elements: some Sequence<Output>) -> Publishers.Sequence<[Output], Never> {
    Publishers.Sequence(sequence: [output] + elements)
  }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// Sends the elements, then `elements`.
  @_alwaysEmitIntoClient public func append(_ elements: Output...) -> Self { append(elements) }

  /// Sends the elements, then the elements of another sequence.
  @_alwaysEmitIntoClient public func append(_ elements: some Sequence<Output>) -> Self {
    Publishers.Sequence(sequence: sequence + elements)
  }

  /// Sends the elements, then the elements of `publisher`.
  @_alwaysEmitIntoClient public func append(_ publisher: Self) -> Self { append(publisher.sequence) }
}

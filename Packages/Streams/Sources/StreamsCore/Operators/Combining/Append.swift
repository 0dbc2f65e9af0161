extension Publisher {
  /// Sends `elements` when this publisher has finished, then finishes.
  @inlinable public func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> { append(elements) }

  /// Sends the elements of a sequence when this publisher has finished, then finishes.
  @inlinable public func append<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where Output == S.Element {
    append(Publishers.Sequence(sequence: elements))
  }

  /// Sends the values of `publisher` after this one has finished, and subscribes to it only then.
  @inlinable public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where Failure == P.Failure, Output == P.Output {
    Publishers.Concatenate(prefix: self, suffix: publisher)
  }
}

extension Publishers {
  /// Sends the values of one publisher and, when it has finished, those of another.
  ///
  /// The second is subscribed to when the first has finished, and gets the demand that the first has not used.
  /// A failure of either ends it.
  @frozen public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
    public typealias Output = Suffix.Output
    public typealias Failure = Suffix.Failure

    /// The first publisher.
    public let prefix: Prefix
    /// The publisher that follows.
    public let suffix: Suffix

    /// A publisher that sends what `prefix` sends, then what `suffix` sends.
    @inlinable public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let (prefix, suffix) = (prefix, suffix)
      subscriber._erased().concatenate({ prefix.attach(node: $0) }, { suffix.attach(node: $0) }) {
        SequentialSubscriber(plain: $0)
      }
    }
  }
}

extension _ErasedSubscriber {
  @usableFromInline typealias Plain = SequentialSubscriber<Input, Failure, Failure>

  /// Serves it from one publisher, then from another, to which the closures attach their argument. `plain` makes the
  /// subscriber of either, and is specialised where it is written.
  @usableFromInline func concatenate(
    _ first: (_ErasedSubscriber) -> Void, _ second: @escaping (_ErasedSubscriber) -> Void,
    plain: @escaping (SequentialSubscription<Input, Failure>) -> Plain
  ) {
    let next: SequentialSubscription<Input, Failure>.Attachment = { second(plain($0)) }
    // A concatenation within another: the outer one serves both, so a chain of any length is one loop.
    if let outer = self as? Plain, outer.isFree {
      outer.owner.push(next)
      return first(outer)
    }
    let subscription = SequentialSubscription<Input, Failure>(self, name: "Concatenate")
    subscription.push(next)
    subscription.start { first(plain($0)) }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}
extension Publishers.Concatenate: Sendable where Prefix: Sendable, Suffix: Sendable {}

extension Just {
  /// Sends the value, then `elements`.
  @inlinable public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { append(elements) }

  /// Sends the value, then the elements of a sequence.
  @inlinable public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where Output == S.Element {
    Publishers.Sequence(sequence: [output] + elements)
  }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// Sends the elements, then `elements`.
  @inlinable public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { append(elements) }

  /// Sends the elements, then those of another sequence.
  @inlinable public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where Elements.Element == S.Element {
    Publishers.Sequence(sequence: sequence + elements)
  }

  /// Sends the elements, then those of `publisher`.
  @inlinable public func append(
    _ publisher: Publishers.Sequence<Elements, Failure>
  ) -> Publishers.Sequence<Elements, Failure> { append(publisher.sequence) }
}

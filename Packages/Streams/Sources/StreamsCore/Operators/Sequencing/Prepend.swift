extension Publisher {
  /// Sends `elements`, then the values of this publisher.
  @_transparent @_alwaysEmitIntoClient public func prepend(
    _ elements: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> { prepend(elements) }

  /// Sends the elements of a sequence, then the values of this publisher.
  @_transparent @_alwaysEmitIntoClient public func prepend<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where Output == S.Element {
    prepend(Publishers.Sequence(sequence: elements))
  }

  /// Sends the values of `publisher` and, after it has finished, the values of this publisher.
  @_transparent @_alwaysEmitIntoClient public func prepend<P: Publisher>(_ publisher: P)
    -> Publishers.Concatenate<P, Self>
  where Failure == P.Failure, Output == P.Output {
    Publishers.Concatenate(prefix: publisher, suffix: self)
  }
}

extension Just {
  /// Sends `elements`, then the value.
  @_alwaysEmitIntoClient public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    prepend(elements)
  }

  /// Sends the elements of a sequence, then the value.
  @_alwaysEmitIntoClient public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where Output == S.Element {
    Publishers.Sequence(sequence: elements + [output])
  }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// Sends `elements`, then the elements.
  @_alwaysEmitIntoClient public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
    prepend(elements)
  }

  /// Sends the elements of another sequence, then the elements.
  @_alwaysEmitIntoClient public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where Elements.Element == S.Element {
    Publishers.Sequence(sequence: elements + sequence)
  }

  /// Sends the elements of `publisher`, then the elements.
  @_alwaysEmitIntoClient public func prepend(
    _ publisher: Publishers.Sequence<Elements, Failure>
  ) -> Publishers.Sequence<Elements, Failure> { prepend(publisher.sequence) }
}

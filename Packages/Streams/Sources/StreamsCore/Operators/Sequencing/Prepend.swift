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
  @_transparent @_alwaysEmitIntoClient public func prepend<P: Publisher<Output, Failure>>(_ publisher: P)
    -> Publishers.Concatenate<P, Self>
  {
    Publishers.Concatenate(prefix: publisher, suffix: self)
  }
}

extension Just {
  /// Sends `elements`, then the value.
  @_alwaysEmitIntoClient public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    prepend(elements)
  }

  /// Sends the elements of a sequence, then the value.
  @_alwaysEmitIntoClient public func prepend(_ elements: some Sequence<Output>) -> Publishers.Sequence<[Output], Never>
  {
    Publishers.Sequence(sequence: elements + [output])
  }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// Sends `elements`, then the elements.
  @_alwaysEmitIntoClient public func prepend(_ elements: Output...) -> Self { prepend(elements) }

  /// Sends the elements of another sequence, then the elements.
  @_alwaysEmitIntoClient public func prepend(_ elements: some Sequence<Output>) -> Self {
    Publishers.Sequence(sequence: elements + sequence)
  }

  /// Sends the elements of `publisher`, then the elements.
  @_alwaysEmitIntoClient public func prepend(_ publisher: Self) -> Self { prepend(publisher.sequence) }
}

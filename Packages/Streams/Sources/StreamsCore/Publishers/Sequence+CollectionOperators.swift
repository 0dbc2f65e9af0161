// More operators that work on the elements at once, for collections.

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// Sends the first element.
  @_alwaysEmitIntoClient public func first() -> Optional<Output>.Publisher { Optional.Publisher(sequence.first) }

  /// Sends the number of elements.
  @_alwaysEmitIntoClient public func count() -> Just<Int> { Just(sequence.count) }

  /// Sends the element at `index`, if there is one.
  @_alwaysEmitIntoClient public func output(at index: Elements.Index) -> Optional<Output>.Publisher {
    Optional.Publisher((sequence.startIndex..<sequence.endIndex).contains(index) ? sequence[index] : nil)
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// Sends the elements whose indices are in `range`.
  @_alwaysEmitIntoClient public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
    let bounds = sequence.startIndex..<sequence.endIndex
    return Publishers.Sequence<[Output], Failure>(sequence: Array(sequence[range.clamped(to: bounds)]))
  }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  /// Sends the last element.
  @_alwaysEmitIntoClient public func last() -> Optional<Output>.Publisher { Optional.Publisher(sequence.last) }

  /// Sends the last element for which `predicate` is true.
  @_alwaysEmitIntoClient public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(sequence.last(where: predicate))
  }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
  /// Sends the number of elements. O(1).
  @_alwaysEmitIntoClient public func count() -> Just<Int> { Just(sequence.count) }
}

extension Publishers.Sequence where Elements: RandomAccessCollection {
  /// Sends the number of elements. O(1).
  @_alwaysEmitIntoClient public func count() -> Result<Int, Failure>.Publisher {
    Result<Int, Failure>.Publisher(.success(sequence.count))
  }
}

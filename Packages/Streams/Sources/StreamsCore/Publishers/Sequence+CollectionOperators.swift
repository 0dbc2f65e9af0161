// More operators that work on the elements at once, where these are a collection.

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// The first element.
  @inlinable public func first() -> Optional<Output>.Publisher { Optional.Publisher(sequence.first) }

  /// The number of elements.
  @inlinable public func count() -> Just<Int> { Just(sequence.count) }

  /// The element at `index`, if there is one.
  @inlinable public func output(at index: Elements.Index) -> Optional<Output>.Publisher {
    Optional.Publisher((sequence.startIndex..<sequence.endIndex).contains(index) ? sequence[index] : nil)
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// The elements whose indices are in `range`.
  @inlinable public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
    let bounds = sequence.startIndex..<sequence.endIndex
    return Publishers.Sequence<[Output], Failure>(sequence: Array(sequence[range.clamped(to: bounds)]))
  }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  /// The last element.
  @inlinable public func last() -> Optional<Output>.Publisher { Optional.Publisher(sequence.last) }

  /// The last element for which `predicate` is true.
  @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(sequence.last(where: predicate))
  }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
  /// The element at `index`, if there is one. O(1).
  @inlinable public func output(at index: Elements.Index) -> Optional<Output>.Publisher {
    Optional.Publisher((sequence.startIndex..<sequence.endIndex).contains(index) ? sequence[index] : nil)
  }

  /// The number of elements. O(1).
  @inlinable public func count() -> Just<Int> { Just(sequence.count) }
}

extension Publishers.Sequence where Elements: RandomAccessCollection {
  /// The elements whose indices are in `range`.
  @inlinable public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
    let bounds = sequence.startIndex..<sequence.endIndex
    return Publishers.Sequence<[Output], Failure>(sequence: Array(sequence[range.clamped(to: bounds)]))
  }

  /// The number of elements. O(1).
  @inlinable public func count() -> Result<Int, Failure>.Publisher {
    Result<Int, Failure>.Publisher(.success(sequence.count))
  }
}

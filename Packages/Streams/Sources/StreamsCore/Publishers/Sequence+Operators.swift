// Operators that work on the elements when they are applied, instead of a chain that works on subscription. So an endless
// sequence is only for those that need not look at all elements, such as `prefix(_:)` and `first(where:)`.

extension Publishers.Sequence {
  /// Sends the result of `transform` for each element.
  @_alwaysEmitIntoClient public func map<T>(_ transform: (Output) -> T) -> Publishers.Sequence<[T], Failure> {
    Publishers.Sequence<[T], Failure>(sequence: sequence.map(transform))
  }

  /// Sends the result of `transform` for each element, unless it is nil.
  @_alwaysEmitIntoClient public func compactMap<T>(_ transform: (Output) -> T?) -> Publishers.Sequence<[T], Failure> {
    Publishers.Sequence<[T], Failure>(sequence: sequence.compactMap(transform))
  }

  /// Sends each element, with `output` in place of nil.
  @_alwaysEmitIntoClient public func replaceNil<T>(
    with output: T
  ) -> Publishers.Sequence<[T], Failure> where Elements.Element == T? {
    map { $0 ?? output }
  }

  /// Sends each result of `nextPartialResult`, called with the previous result (first `initialResult`) and an element.
  @_alwaysEmitIntoClient public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Publishers.Sequence<[T], Failure> {
    var result = initialResult
    return map {
      result = nextPartialResult(result, $0)
      return result
    }
  }

  /// Sends the elements for which `isIncluded` is true.
  @_alwaysEmitIntoClient public func filter(_ isIncluded: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
    Publishers.Sequence<[Output], Failure>(sequence: sequence.filter(isIncluded))
  }

  /// Sends only the completion.
  @_alwaysEmitIntoClient public func ignoreOutput() -> Empty<Output, Failure> { Empty() }
}

extension Publishers.Sequence {
  /// Sends the first `maxLength` elements. Traps if `maxLength` is negative.
  @_alwaysEmitIntoClient public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure>
  {
    require(maxLength >= 0, "prefix", "the number of values must not be negative")
    return Publishers.Sequence<PrefixSequence<Elements>, Failure>(sequence: sequence.prefix(maxLength))
  }

  /// Sends the elements before the first one for which `predicate` is false.
  @_alwaysEmitIntoClient public func prefix(while predicate: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure>
  {
    Publishers.Sequence<[Output], Failure>(sequence: sequence.prefix(while: predicate))
  }

  /// Sends the elements after the first `count`. Traps if `count` is negative.
  @_alwaysEmitIntoClient public func dropFirst(_ count: Int = 1)
    -> Publishers.Sequence<DropFirstSequence<Elements>, Failure>
  {
    require(count >= 0, "dropFirst", "the number of values must not be negative")
    return Publishers.Sequence<DropFirstSequence<Elements>, Failure>(sequence: sequence.dropFirst(count))
  }

  /// Sends the elements, starting with the first one for which `predicate` is false.
  @_alwaysEmitIntoClient public func drop(
    while predicate: (Output) -> Bool
  ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
    Publishers.Sequence<DropWhileSequence<Elements>, Failure>(sequence: sequence.drop(while: predicate))
  }
}

extension Publishers.Sequence {
  /// Sends the elements in one array.
  @_alwaysEmitIntoClient public func collect() -> Result<[Output], Failure>.Publisher {
    Result<[Output], Failure>.Publisher(.success(Array(sequence)))
  }

  /// Sends the result of combining all elements with `nextPartialResult`, starting with `initialResult`.
  @_alwaysEmitIntoClient public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(.success(sequence.reduce(initialResult, nextPartialResult)))
  }

  /// Sends the result of combining all elements with `nextPartialResult`, starting with `initialResult`, or fails with
  /// the error that it throws.
  @_alwaysEmitIntoClient public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try sequence.reduce(initialResult, nextPartialResult) })
  }

  /// Sends whether `predicate` is true for an element.
  @_alwaysEmitIntoClient public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(.success(sequence.contains(where: predicate)))
  }

  /// Sends whether `predicate` is true for an element, or fails with the error that it throws.
  @_alwaysEmitIntoClient public func tryContains(where predicate: (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    Result<Bool, any Error>.Publisher(Result { try sequence.contains(where: predicate) })
  }

  /// Sends whether `predicate` is true for all elements.
  @_alwaysEmitIntoClient public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(.success(sequence.allSatisfy(predicate)))
  }

  /// Sends whether `predicate` is true for all elements, or fails with the error that it throws.
  @_alwaysEmitIntoClient public func tryAllSatisfy(_ predicate: (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    Result<Bool, any Error>.Publisher(Result { try sequence.allSatisfy(predicate) })
  }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  /// Sends whether an element equals `output`.
  @_alwaysEmitIntoClient public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(.success(sequence.contains(output)))
  }

  /// Sends each element that differs from the one before it.
  @_alwaysEmitIntoClient public func removeDuplicates() -> Publishers.Sequence<[Output], Failure> {
    var last: Output?
    return filter { value in
      defer { last = value }
      return last != value
    }
  }
}

extension Publishers.Sequence where Failure == Never {
  /// Sends the first element for which `predicate` is true.
  @_alwaysEmitIntoClient public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(sequence.first(where: predicate))
  }

  /// Sends the least element in the given order.
  @_alwaysEmitIntoClient public func min(by areInIncreasingOrder: (Output, Output) -> Bool)
    -> Optional<Output>.Publisher
  {
    Optional.Publisher(sequence.min(by: areInIncreasingOrder))
  }

  /// Sends the greatest element in the given order.
  @_alwaysEmitIntoClient public func max(by areInIncreasingOrder: (Output, Output) -> Bool)
    -> Optional<Output>.Publisher
  {
    Optional.Publisher(sequence.max(by: areInIncreasingOrder))
  }

  /// Sends the same elements, with a failure type.
  @_alwaysEmitIntoClient public func setFailureType<E: Error>(to error: E.Type) -> Publishers.Sequence<Elements, E> {
    Publishers.Sequence<Elements, E>(sequence: sequence)
  }
}

extension Publishers.Sequence where Elements.Element: Comparable, Failure == Never {
  /// Sends the least element.
  @_alwaysEmitIntoClient public func min() -> Optional<Output>.Publisher { Optional.Publisher(sequence.min()) }

  /// Sends the greatest element.
  @_alwaysEmitIntoClient public func max() -> Optional<Output>.Publisher { Optional.Publisher(sequence.max()) }
}

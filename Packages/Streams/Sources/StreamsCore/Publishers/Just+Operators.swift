// The operators whose result is known at once: they make publishers of one value, or of none, in place of a chain.
// Closures are called when the operator is, not on subscription.

extension Just {
  /// The result of `transform` for the value.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Just<T> { Just<T>(transform(output)) }

  /// The result of `transform` for the value, or the error that it throws.
  @inlinable public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try transform(output) })
  }

  /// The result of `transform` for the value, unless that is nil.
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(transform(output))
  }

  /// The same value, as a stream that could fail: `transform` is never called.
  @inlinable public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(.success(output))
  }

  /// The same value, with a failure type.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(.success(output))
  }

  /// The result of `nextPartialResult` for `initialResult` and the value.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    Result<T, Never>.Publisher(.success(nextPartialResult(initialResult, output)))
  }

  /// The result of `nextPartialResult` for `initialResult` and the value, or the error that it throws.
  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
  }
}

extension Just {
  /// The value, if `isIncluded` is true for it.
  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(isIncluded(output) ? output : nil)
  }

  /// Only the completion.
  @inlinable public func ignoreOutput() -> Empty<Output, Never> { Empty() }

  /// This publisher: one value has no duplicates.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> { self }

  /// The value, or the error that `predicate`, called with it twice, throws.
  @inlinable public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap {
      _ = try predicate($0, $0)
      return $0
    }
  }

  /// This publisher: it has a value.
  @inlinable public func replaceEmpty(with output: Output) -> Just<Output> { self }

  /// This publisher: it cannot fail.
  @inlinable public func replaceError(with output: Output) -> Just<Output> { self }

  /// This publisher: it cannot fail.
  @inlinable public func retry(_ times: Int) -> Just<Output> { self }
}

extension Just {
  /// This publisher.
  @inlinable public func first() -> Just<Output> { self }

  /// The value, if `predicate` is true for it.
  @inlinable public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }

  /// This publisher.
  @inlinable public func last() -> Just<Output> { self }

  /// The value, if `predicate` is true for it.
  @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }

  /// The value, if `index` is 0. Traps if that is negative.
  @inlinable public func output(at index: Int) -> Optional<Output>.Publisher {
    Optional.Publisher(output).output(at: index)
  }

  /// The value, if 0 is in `range` and `range` does not begin below 0.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
    Optional.Publisher(output).output(in: range)
  }

  /// The value, unless `maxLength` is 0. Traps if that is negative.
  @inlinable public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
    Optional.Publisher(output).prefix(maxLength)
  }

  /// The value, if `predicate` is true for it.
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }

  /// The value, if `count` is 0. Traps if that is negative.
  @inlinable public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
    Optional.Publisher(output).dropFirst(count)
  }

  /// The value, unless `predicate` is true for it.
  @inlinable public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter { !predicate($0) }
  }
}

extension Just {
  /// The value in an array.
  @inlinable public func collect() -> Just<[Output]> { Just<[Output]>([output]) }

  /// One.
  @inlinable public func count() -> Just<Int> { Just<Int>(1) }

  /// This publisher.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { self }

  /// This publisher.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { self }

  /// The result of `nextPartialResult` for `initialResult` and the value.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    scan(initialResult, nextPartialResult)
  }

  /// The result of `nextPartialResult` for `initialResult` and the value, or the error that it throws.
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryScan(initialResult, nextPartialResult)
  }

  /// Whether `predicate` is true for the value.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Just<Bool> { map(predicate) }

  /// Whether `predicate` is true for the value, or the error that it throws.
  @inlinable public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }

  /// Whether `predicate` is true for the value.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> { map(predicate) }

  /// Whether `predicate` is true for the value, or the error that it throws.
  @inlinable public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
}

extension Just where Output: Equatable {
  /// Whether the value equals `output`.
  @inlinable public func contains(_ output: Output) -> Just<Bool> { Just<Bool>(self.output == output) }

  /// This publisher: one value has no duplicates.
  @inlinable public func removeDuplicates() -> Just<Output> { self }
}

extension Just where Output: Comparable {
  /// This publisher.
  @inlinable public func min() -> Just<Output> { self }

  /// This publisher.
  @inlinable public func max() -> Just<Output> { self }
}

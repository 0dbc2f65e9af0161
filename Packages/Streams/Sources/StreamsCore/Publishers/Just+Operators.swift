// Operators whose result is known at once. They return a publisher of at most one value instead of a chain. Their
// closures run when the operator is applied, not on subscription.

extension Just {
  /// Sends the result of `transform` for the value.
  @_alwaysEmitIntoClient public func map<T>(_ transform: (Output) -> T) -> Just<T> { Just<T>(transform(output)) }

  /// Sends the result of `transform` for the value, or fails with the error that it throws.
  @_alwaysEmitIntoClient public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try transform(output) })
  }

  /// Sends the result of `transform` for the value, unless it is nil.
  @_alwaysEmitIntoClient public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(transform(output))
  }

  /// Sends the same value, with a failure type. Never calls `transform`.
  @_alwaysEmitIntoClient public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(.success(output))
  }

  /// Sends the same value, with a failure type.
  @_alwaysEmitIntoClient public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(.success(output))
  }

  /// Sends the result of `nextPartialResult` for `initialResult` and the value.
  @_alwaysEmitIntoClient public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    Result<T, Never>.Publisher(.success(nextPartialResult(initialResult, output)))
  }

  /// Sends the result of `nextPartialResult` for `initialResult` and the value, or fails with the error that it throws.
  @_alwaysEmitIntoClient public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
  }
}

extension Just {
  /// Sends the value if `isIncluded` is true for it.
  @_alwaysEmitIntoClient public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(isIncluded(output) ? output : nil)
  }

  /// Sends only the completion.
  @_alwaysEmitIntoClient public func ignoreOutput() -> Empty<Output, Never> { Empty() }

  /// Returns this publisher, because one value has no duplicates.
  @_alwaysEmitIntoClient public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Self { self }

  /// Calls `predicate` with the value as both arguments, and sends the value or fails with the thrown error.
  @_alwaysEmitIntoClient public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap {
      _ = try predicate($0, $0)
      return $0
    }
  }

  /// Returns this publisher, because it has a value.
  @_alwaysEmitIntoClient public func replaceEmpty(with output: Output) -> Self { self }

  /// Returns this publisher, because it cannot fail.
  @_alwaysEmitIntoClient public func replaceError(with output: Output) -> Self { self }

  /// Returns this publisher, because it cannot fail.
  @_alwaysEmitIntoClient public func retry(_ times: Int) -> Self { self }
}

extension Just {
  /// Returns this publisher.
  @_alwaysEmitIntoClient public func first() -> Self { self }

  /// Sends the value if `predicate` is true for it.
  @_alwaysEmitIntoClient public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter(predicate)
  }

  /// Returns this publisher.
  @_alwaysEmitIntoClient public func last() -> Self { self }

  /// Sends the value if `predicate` is true for it.
  @_alwaysEmitIntoClient public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter(predicate)
  }

  /// Sends the value if `index` is 0. Traps if `index` is negative.
  @_alwaysEmitIntoClient public func output(at index: Int) -> Optional<Output>.Publisher {
    Optional.Publisher(output).output(at: index)
  }

  /// Sends the value if `range` starts at 0 and is not empty.
  @_alwaysEmitIntoClient public func output(in range: some RangeExpression<Int>) -> Optional<Output>.Publisher {
    Optional.Publisher(output).output(in: range)
  }

  /// Sends the value unless `maxLength` is 0. Traps if `maxLength` is negative.
  @_alwaysEmitIntoClient public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
    Optional.Publisher(output).prefix(maxLength)
  }

  /// Sends the value if `predicate` is true for it.
  @_alwaysEmitIntoClient public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter(predicate)
  }

  /// Sends the value if `count` is 0. Traps if `count` is negative.
  @_alwaysEmitIntoClient public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
    Optional.Publisher(output).dropFirst(count)
  }

  /// Sends the value unless `predicate` is true for it.
  @_alwaysEmitIntoClient public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter { !predicate($0) }
  }
}

extension Just {
  /// Sends the value in an array.
  @_alwaysEmitIntoClient public func collect() -> Just<[Output]> { Just<[Output]>([output]) }

  /// Sends 1.
  @_alwaysEmitIntoClient public func count() -> Just<Int> { Just<Int>(1) }

  /// Returns this publisher.
  @_alwaysEmitIntoClient public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

  /// Returns this publisher.
  @_alwaysEmitIntoClient public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

  /// Sends the result of `nextPartialResult` for `initialResult` and the value.
  @_alwaysEmitIntoClient public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    scan(initialResult, nextPartialResult)
  }

  /// Sends the result of `nextPartialResult` for `initialResult` and the value, or fails with the error that it throws.
  @_alwaysEmitIntoClient public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryScan(initialResult, nextPartialResult)
  }

  /// Sends whether `predicate` is true for the value.
  @_alwaysEmitIntoClient public func contains(where predicate: (Output) -> Bool) -> Just<Bool> { map(predicate) }

  /// Sends whether `predicate` is true for the value, or fails with the error that it throws.
  @_alwaysEmitIntoClient public func tryContains(where predicate: (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    tryMap(predicate)
  }

  /// Sends whether `predicate` is true for the value.
  @_alwaysEmitIntoClient public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> { map(predicate) }

  /// Sends whether `predicate` is true for the value, or fails with the error that it throws.
  @_alwaysEmitIntoClient public func tryAllSatisfy(_ predicate: (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    tryMap(predicate)
  }
}

extension Just where Output: Equatable {
  /// Sends whether the value equals `output`.
  @_alwaysEmitIntoClient public func contains(_ output: Output) -> Just<Bool> { Just<Bool>(self.output == output) }

  /// Returns this publisher, because one value has no duplicates.
  @_alwaysEmitIntoClient public func removeDuplicates() -> Self { self }
}

extension Just where Output: Comparable {
  /// Returns this publisher.
  @_alwaysEmitIntoClient public func min() -> Self { self }

  /// Returns this publisher.
  @_alwaysEmitIntoClient public func max() -> Self { self }
}

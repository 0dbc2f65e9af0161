// The operators whose result is known at once: they make publishers of one value, or of an error, in place of a chain.
// Closures are called when the operator is, not on subscription. An error stays what it is.

extension Result.Publisher {
  /// The result of `transform` for the value.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(result.map(transform))
  }

  /// The result of `transform` for the value, or the error that it throws.
  @inlinable public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result<T, any Error> { try transform(result.get()) })
  }

  /// The result of `transform` for the error.
  @inlinable public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(result.mapError(transform))
  }

  /// The result of `nextPartialResult` for `initialResult` and the value.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  /// The result of `nextPartialResult` for `initialResult` and the value, or the error that it throws.
  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Only the completion.
  @inlinable public func ignoreOutput() -> Empty<Output, Failure> { Empty() }

  /// This publisher: one value has no duplicates.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher {
    self
  }

  /// The value, or the error that `predicate`, called with it twice, throws.
  @inlinable public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap {
      _ = try predicate($0, $0)
      return $0
    }
  }

  /// This publisher: it has a value or fails.
  @inlinable public func replaceEmpty(with output: Output) -> Result<Output, Failure>.Publisher { self }

  /// The value, or `output` in place of the error.
  @inlinable public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
    Result<Output, Never>.Publisher(.success((try? result.get()) ?? output))
  }

  /// This publisher: it fails each time or never.
  @inlinable public func retry(_ times: Int) -> Result<Output, Failure>.Publisher { self }
}

extension Result.Publisher {
  /// This publisher.
  @inlinable public func first() -> Result<Output, Failure>.Publisher { self }

  /// This publisher.
  @inlinable public func last() -> Result<Output, Failure>.Publisher { self }

  /// The value in an array.
  @inlinable public func collect() -> Result<[Output], Failure>.Publisher { map { [$0] } }

  /// One, if there is a value.
  @inlinable public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }

  /// This publisher.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher {
    self
  }

  /// This publisher.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher {
    self
  }

  /// The value, or the error that `areInIncreasingOrder`, called with it twice, throws.
  @inlinable public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryRemoveDuplicates(by: areInIncreasingOrder)
  }

  /// The value, or the error that `areInIncreasingOrder`, called with it twice, throws.
  @inlinable public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryRemoveDuplicates(by: areInIncreasingOrder)
  }

  /// The result of `nextPartialResult` for `initialResult` and the value.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    scan(initialResult, nextPartialResult)
  }

  /// The result of `nextPartialResult` for `initialResult` and the value, or the error that it throws.
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryScan(initialResult, nextPartialResult)
  }

  /// Whether `predicate` is true for the value.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }

  /// Whether `predicate` is true for the value, or the error that it throws.
  @inlinable public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }

  /// Whether `predicate` is true for the value.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { map(predicate) }

  /// Whether `predicate` is true for the value, or the error that it throws.
  @inlinable public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
}

extension Result.Publisher where Failure == Never {
  /// The same value, with a failure type.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(.success(result.get()))
  }
}

extension Result.Publisher where Success: Equatable {
  /// Whether the value equals `output`.
  @inlinable public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher { map { $0 == output } }

  /// This publisher: one value has no duplicates.
  @inlinable public func removeDuplicates() -> Result<Output, Failure>.Publisher { self }
}

extension Result.Publisher where Success: Comparable {
  /// This publisher.
  @inlinable public func min() -> Result<Output, Failure>.Publisher { self }

  /// This publisher.
  @inlinable public func max() -> Result<Output, Failure>.Publisher { self }
}

// Operators whose result is known at once. They return a publisher of one value or an error instead of a chain. Their
// closures run when the operator is applied, not on subscription. An error is forwarded.

extension Result.Publisher {
  /// Sends the result of `transform` for the value.
  @_alwaysEmitIntoClient public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(result.map(transform))
  }

  /// Sends the result of `transform` for the value, or fails with the error that it throws.
  @_alwaysEmitIntoClient public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result<T, any Error> { try transform(result.get()) })
  }

  /// Sends the value, or fails with the result of `transform` for the error.
  @_alwaysEmitIntoClient public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(result.mapError(transform))
  }

  /// Sends the result of `nextPartialResult` for `initialResult` and the value.
  @_alwaysEmitIntoClient public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  /// Sends the result of `nextPartialResult` for `initialResult` and the value, or fails with the error that it throws.
  @_alwaysEmitIntoClient public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Sends only the completion.
  @_alwaysEmitIntoClient public func ignoreOutput() -> Empty<Output, Failure> { Empty() }

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

  /// Returns this publisher, because it sends a value or fails.
  @_alwaysEmitIntoClient public func replaceEmpty(with output: Output) -> Self { self }

  /// Sends the value, or `output` instead of the error.
  @_alwaysEmitIntoClient public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
    Result<Output, Never>.Publisher(.success((try? result.get()) ?? output))
  }

  /// Returns this publisher, because every attempt has the same result.
  @_alwaysEmitIntoClient public func retry(_ times: Int) -> Self { self }
}

extension Result.Publisher {
  /// Returns this publisher.
  @_alwaysEmitIntoClient public func first() -> Self { self }

  /// Returns this publisher.
  @_alwaysEmitIntoClient public func last() -> Self { self }

  /// Sends the value in an array.
  @_alwaysEmitIntoClient public func collect() -> Result<[Output], Failure>.Publisher { map { [$0] } }

  /// Sends 1 if there is a value.
  @_alwaysEmitIntoClient public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }

  /// Returns this publisher.
  @_alwaysEmitIntoClient public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

  /// Returns this publisher.
  @_alwaysEmitIntoClient public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

  /// Calls `areInIncreasingOrder` with the value as both arguments, and sends the value or fails with the thrown error.
  @_alwaysEmitIntoClient public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryRemoveDuplicates(by: areInIncreasingOrder)
  }

  /// Calls `areInIncreasingOrder` with the value as both arguments, and sends the value or fails with the thrown error.
  @_alwaysEmitIntoClient public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryRemoveDuplicates(by: areInIncreasingOrder)
  }

  /// Sends the result of `nextPartialResult` for `initialResult` and the value.
  @_alwaysEmitIntoClient public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    scan(initialResult, nextPartialResult)
  }

  /// Sends the result of `nextPartialResult` for `initialResult` and the value, or fails with the error that it throws.
  @_alwaysEmitIntoClient public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryScan(initialResult, nextPartialResult)
  }

  /// Sends whether `predicate` is true for the value.
  @_alwaysEmitIntoClient public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }

  /// Sends whether `predicate` is true for the value, or fails with the error that it throws.
  @_alwaysEmitIntoClient public func tryContains(where predicate: (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    tryMap(predicate)
  }

  /// Sends whether `predicate` is true for the value.
  @_alwaysEmitIntoClient public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }

  /// Sends whether `predicate` is true for the value, or fails with the error that it throws.
  @_alwaysEmitIntoClient public func tryAllSatisfy(_ predicate: (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    tryMap(predicate)
  }
}

extension Result.Publisher where Failure == Never {
  /// Sends the same value, with a failure type.
  @_alwaysEmitIntoClient public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(.success(result.get()))
  }
}

extension Result.Publisher where Success: Equatable {
  /// Sends whether the value equals `output`.
  @_alwaysEmitIntoClient public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher {
    map { $0 == output }
  }

  /// Returns this publisher, because one value has no duplicates.
  @_alwaysEmitIntoClient public func removeDuplicates() -> Self { self }
}

extension Result.Publisher where Success: Comparable {
  /// Returns this publisher.
  @_alwaysEmitIntoClient public func min() -> Self { self }

  /// Returns this publisher.
  @_alwaysEmitIntoClient public func max() -> Self { self }
}

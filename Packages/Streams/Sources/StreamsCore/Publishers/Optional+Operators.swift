// Operators whose result is known at once. They return a publisher of at most one value instead of a chain. Their
// closures run when the operator is applied, not on subscription. Without a value, `reduce`, `count`, `contains` and
// `allSatisfy` send none.

extension Optional.Publisher {
  /// Sends the result of `transform` for the value.
  @_alwaysEmitIntoClient public func map<T>(_ transform: (Output) -> T) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map(transform))
  }

  /// Sends the result of `transform` for the value, unless it is nil.
  @_alwaysEmitIntoClient public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.flatMap(transform))
  }

  /// Sends the result of `nextPartialResult` for `initialResult` and the value.
  @_alwaysEmitIntoClient public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Optional<T>.Publisher
  {
    map { nextPartialResult(initialResult, $0) }
  }

  /// Sends the value if `isIncluded` is true for it.
  @_alwaysEmitIntoClient public func filter(_ isIncluded: (Output) -> Bool) -> Self {
    Optional.Publisher(output.flatMap { isIncluded($0) ? $0 : nil })
  }

  /// Sends only the completion.
  @_alwaysEmitIntoClient public func ignoreOutput() -> Empty<Output, Never> { Empty() }

  /// Returns this publisher, because one value has no duplicates.
  @_alwaysEmitIntoClient public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Self { self }

  /// Sends the value, or `output` if there is none.
  @_alwaysEmitIntoClient public func replaceEmpty(with output: Output) -> Just<Output> { Just(self.output ?? output) }

  /// Returns this publisher, because it cannot fail.
  @_alwaysEmitIntoClient public func replaceError(with output: Output) -> Self { self }

  /// Returns this publisher, because it cannot fail.
  @_alwaysEmitIntoClient public func retry(_ times: Int) -> Self { self }
}

extension Optional.Publisher {
  /// Returns this publisher.
  @_alwaysEmitIntoClient public func first() -> Self { self }

  /// Sends the value if `predicate` is true for it.
  @_alwaysEmitIntoClient public func first(where predicate: (Output) -> Bool) -> Self { filter(predicate) }

  /// Returns this publisher.
  @_alwaysEmitIntoClient public func last() -> Self { self }

  /// Sends the value if `predicate` is true for it.
  @_alwaysEmitIntoClient public func last(where predicate: (Output) -> Bool) -> Self { filter(predicate) }

  /// Sends the value if `index` is 0. Traps if `index` is negative.
  @_alwaysEmitIntoClient public func output(at index: Int) -> Self {
    require(index >= 0, "output(at:)", "the index must not be negative")
    return Optional.Publisher(index == 0 ? output : nil)
  }

  /// Sends the value if `range` starts at 0 and is not empty.
  @_alwaysEmitIntoClient public func output(in range: some RangeExpression<Int>) -> Self {
    let range = range.relative(to: Positions())
    return Optional.Publisher(range.lowerBound == 0 && !range.isEmpty ? output : nil)
  }

  /// Sends the value unless `maxLength` is 0. Traps if `maxLength` is negative.
  @_alwaysEmitIntoClient public func prefix(_ maxLength: Int) -> Self {
    require(maxLength >= 0, "prefix", "the number of values must not be negative")
    return Optional.Publisher(maxLength > 0 ? output : nil)
  }

  /// Sends the value if `predicate` is true for it.
  @_alwaysEmitIntoClient public func prefix(while predicate: (Output) -> Bool) -> Self { filter(predicate) }

  /// Sends the value if `count` is 0. Traps if `count` is negative.
  @_alwaysEmitIntoClient public func dropFirst(_ count: Int = 1) -> Self {
    require(count >= 0, "dropFirst", "the number of values must not be negative")
    return Optional.Publisher(count == 0 ? output : nil)
  }

  /// Sends the value unless `predicate` is true for it.
  @_alwaysEmitIntoClient public func drop(while predicate: (Output) -> Bool) -> Self {
    filter { !predicate($0) }
  }
}

extension Optional.Publisher {
  /// Sends the value in an array, or an empty array if there is no value.
  @_alwaysEmitIntoClient public func collect() -> Optional<[Output]>.Publisher {
    Optional<[Output]>.Publisher(output.map { [$0] } ?? [])
  }

  /// Sends 1 if there is a value.
  @_alwaysEmitIntoClient public func count() -> Optional<Int>.Publisher { map { _ in 1 } }

  /// Returns this publisher.
  @_alwaysEmitIntoClient public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

  /// Returns this publisher.
  @_alwaysEmitIntoClient public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

  /// Sends the result of `nextPartialResult` for `initialResult` and the value.
  @_alwaysEmitIntoClient public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Optional<T>.Publisher
  {
    scan(initialResult, nextPartialResult)
  }

  /// Sends whether `predicate` is true for the value.
  @_alwaysEmitIntoClient public func contains(where predicate: (Output) -> Bool) -> Optional<Bool>.Publisher {
    map(predicate)
  }

  /// Sends whether `predicate` is true for the value.
  @_alwaysEmitIntoClient public func allSatisfy(_ predicate: (Output) -> Bool) -> Optional<Bool>.Publisher {
    map(predicate)
  }
}

extension Optional.Publisher where Wrapped: Equatable {
  /// Sends whether the value equals `output`.
  @_alwaysEmitIntoClient public func contains(_ output: Output) -> Optional<Bool>.Publisher { map { $0 == output } }

  /// Returns this publisher, because one value has no duplicates.
  @_alwaysEmitIntoClient public func removeDuplicates() -> Self { self }
}

extension Optional.Publisher where Wrapped: Comparable {
  /// Returns this publisher.
  @_alwaysEmitIntoClient public func min() -> Self { self }

  /// Returns this publisher.
  @_alwaysEmitIntoClient public func max() -> Self { self }
}

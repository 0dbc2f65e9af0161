// The operators whose result is known at once: they make publishers of one value, or of none, in place of a chain.
// Closures are called when the operator is, not on subscription. Without a value, those that reduce send none.

extension Optional.Publisher {
  /// The result of `transform` for the value.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map(transform))
  }

  /// The result of `transform` for the value, unless that is nil.
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.flatMap(transform))
  }

  /// The result of `nextPartialResult` for `initialResult` and the value.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Optional<T>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  /// The value, if `isIncluded` is true for it.
  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(output.flatMap { isIncluded($0) ? $0 : nil })
  }

  /// Only the completion.
  @inlinable public func ignoreOutput() -> Empty<Output, Never> { Empty() }

  /// This publisher: one value has no duplicates.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Optional<Output>.Publisher { self }

  /// The value, or `output` if there is none.
  @inlinable public func replaceEmpty(with output: Output) -> Just<Output> { Just(self.output ?? output) }

  /// This publisher: it cannot fail.
  @inlinable public func replaceError(with output: Output) -> Optional<Output>.Publisher { self }

  /// This publisher: it cannot fail.
  @inlinable public func retry(_ times: Int) -> Optional<Output>.Publisher { self }
}

extension Optional.Publisher {
  /// This publisher.
  @inlinable public func first() -> Optional<Output>.Publisher { self }

  /// The value, if `predicate` is true for it.
  @inlinable public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }

  /// This publisher.
  @inlinable public func last() -> Optional<Output>.Publisher { self }

  /// The value, if `predicate` is true for it.
  @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }

  /// The value, if `index` is 0. Traps if that is negative.
  @inlinable public func output(at index: Int) -> Optional<Output>.Publisher {
    require(index >= 0, "output(at:)", "the index must not be negative")
    return Optional.Publisher(index == 0 ? output : nil)
  }

  /// The value, if 0 is in `range` and `range` does not begin below 0.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
    let range = range.relative(to: Positions())
    return Optional.Publisher(range.lowerBound == 0 && !range.isEmpty ? output : nil)
  }

  /// The value, unless `maxLength` is 0. Traps if that is negative.
  @inlinable public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
    require(maxLength >= 0, "prefix", "the number of values must not be negative")
    return Optional.Publisher(maxLength > 0 ? output : nil)
  }

  /// The value, if `predicate` is true for it.
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }

  /// The value, if `count` is 0. Traps if that is negative.
  @inlinable public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
    require(count >= 0, "dropFirst", "the number of values must not be negative")
    return Optional.Publisher(count == 0 ? output : nil)
  }

  /// The value, unless `predicate` is true for it.
  @inlinable public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter { !predicate($0) }
  }
}

extension Optional.Publisher {
  /// The value in an array, which is empty without a value.
  @inlinable public func collect() -> Optional<[Output]>.Publisher {
    Optional<[Output]>.Publisher(output.map { [$0] } ?? [])
  }

  /// One, if there is a value.
  @inlinable public func count() -> Optional<Int>.Publisher { map { _ in 1 } }

  /// This publisher.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher { self }

  /// This publisher.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher { self }

  /// The result of `nextPartialResult` for `initialResult` and the value.
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Optional<T>.Publisher {
    scan(initialResult, nextPartialResult)
  }

  /// Whether `predicate` is true for the value.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Optional<Bool>.Publisher { map(predicate) }

  /// Whether `predicate` is true for the value.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Optional<Bool>.Publisher { map(predicate) }
}

extension Optional.Publisher where Wrapped: Equatable {
  /// Whether the value equals `output`.
  @inlinable public func contains(_ output: Output) -> Optional<Bool>.Publisher { map { $0 == output } }

  /// This publisher: one value has no duplicates.
  @inlinable public func removeDuplicates() -> Optional<Output>.Publisher { self }
}

extension Optional.Publisher where Wrapped: Comparable {
  /// This publisher.
  @inlinable public func min() -> Optional<Output>.Publisher { self }

  /// This publisher.
  @inlinable public func max() -> Optional<Output>.Publisher { self }
}

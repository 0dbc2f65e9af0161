extension Publisher {
  /// Sends `initial`, then, for each value, what `next` makes of the last result and the value.
  ///
  /// Combine's `scan` sends no initial result; other libraries call this `scanWithInitial`. Demand: the first request is
  /// served by `initial`.
  @inlinable public func accumulate<Result>(
    _ initial: Result, _ next: @escaping (Result, Output) -> Result
  ) -> Publishers.Concatenate<Publishers.Sequence<[Result], Failure>, Publishers.Scan<Self, Result>> {
    scan(initial, next).prepend(initial)
  }
}

extension Publisher {
  /// Sends `initial`, then, for each value, the result of `next` with the last result and the value.
  ///
  /// Combine's `scan` sends no initial result. Demand: the first request is served by `initial`.
  @inlinable public func accumulate<Result>(
    _ initial: Result, _ next: @escaping (Result, Output) -> Result
  ) -> Publishers.Concatenate<Publishers.Sequence<[Result], Failure>, Publishers.Scan<Self, Result>> {
    scan(initial, next).prepend(initial)
  }

  /// ``accumulate(_:_:)``, as other libraries call it.
  @inlinable public func scanWithInitial<Result>(
    _ initial: Result, _ next: @escaping (Result, Output) -> Result
  ) -> Publishers.Concatenate<Publishers.Sequence<[Result], Failure>, Publishers.Scan<Self, Result>> {
    accumulate(initial, next)
  }
}

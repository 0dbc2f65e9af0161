extension Publisher {
  /// Sends `initial`, then for each value the result of `next` for the previous result and this value.
  ///
  /// Combine's `scan` does not send the initial result. Demand: forwarded, minus one for `initial`.
  @inlinable public func accumulate<Result>(
    _ initial: Result, _ next: @escaping (Result, Output) -> Result
  ) -> Publishers.Concatenate<Publishers.Sequence<[Result], Failure>, Publishers.Scan<Self, Result>> {
    scan(initial, next).prepend(initial)
  }

  /// ``accumulate(_:_:)`` under its name in other libraries.
  @inlinable public func scanWithInitial<Result>(
    _ initial: Result, _ next: @escaping (Result, Output) -> Result
  ) -> Publishers.Concatenate<Publishers.Sequence<[Result], Failure>, Publishers.Scan<Self, Result>> {
    accumulate(initial, next)
  }
}

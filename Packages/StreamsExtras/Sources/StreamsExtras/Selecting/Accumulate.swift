extension Publisher {
  /// Sends `initial`, then for each value the result of `next` for the previous result and this value.
  ///
  /// Combine's `scan` does not send the initial result. Demand: forwarded, minus one for `initial`.
  @_alwaysEmitIntoClient public func accumulate<NewOutput>(
    _ initial: NewOutput, _ next: @escaping (NewOutput, Output) -> NewOutput
  ) -> Publishers.Concatenate<Publishers.Sequence<[NewOutput], Failure>, Publishers.Scan<Self, NewOutput>> {
    scan(initial, next).prepend(initial)
  }

  /// ``accumulate(_:_:)`` under its name in other libraries.
  @_alwaysEmitIntoClient public func scanWithInitial<NewOutput>(
    _ initial: NewOutput, _ next: @escaping (NewOutput, Output) -> NewOutput
  ) -> Publishers.Concatenate<Publishers.Sequence<[NewOutput], Failure>, Publishers.Scan<Self, NewOutput>> {
    accumulate(initial, next)
  }
}

extension Publisher {
  /// Sends `values`, then the values of its upstream: RxSwift's name for Combine's `prepend`.
  @_alwaysEmitIntoClient public func startWith(
    _ values: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> { prepend(values) }

  /// Sends the elements of `values`, then the values of its upstream.
  @_alwaysEmitIntoClient public func startWith<Values: Swift.Sequence>(
    contentsOf values: Values
  ) -> Publishers.Concatenate<Publishers.Sequence<Values, Failure>, Self> where Values.Element == Output {
    prepend(values)
  }
}

extension Publisher {
  /// Turns each value into a publisher, and sends the values of these publishers one after the other.
  ///
  /// It is `flatMap(maxPublishers: .max(1))` under its name in RxSwift.
  ///
  /// Demand: one value at a time, each when the previous publisher has finished. A subject ignores demand, so values in
  /// between are lost. To keep them, put a `buffer` between.
  @_alwaysEmitIntoClient public func concatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    flatMap(maxPublishers: .max(1), transform)
  }
}

// Overloads for when one side cannot fail. They are disfavoured because, at the same rank as the general form, the type
// checker would try every combination in a chain: a second for five `flatMap`s in one expression.

extension Publisher where Failure == Never {
  /// Turns each value into a publisher and sends the values of these publishers, up to `maxPublishers` of them at a
  /// time.
  ///
  /// The stream has the error type of the publishers that `transform` returns.
  @_disfavoredOverload @_alwaysEmitIntoClient public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }

  /// Turns each value into a publisher and sends the values of these publishers, up to `maxPublishers` of them at a
  /// time.
  @_disfavoredOverload @_alwaysEmitIntoClient public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher {
  /// Turns each value into a publisher and sends the values of these publishers, up to `maxPublishers` of them at a
  /// time.
  ///
  /// The stream has the error type of this publisher.
  @_disfavoredOverload @_alwaysEmitIntoClient public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

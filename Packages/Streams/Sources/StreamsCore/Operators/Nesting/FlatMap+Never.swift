// The forms in which one side cannot fail. Disfavoured: on a par with the general form, which also serves where both
// sides cannot fail, they make the type checker try every combination in a chain, a second for five `flatMap` in one
// expression.

extension Publisher where Failure == Never {
  /// Turns each value into a publisher and sends the values of all of them, up to `maxPublishers` at a time.
  ///
  /// The failure is that of the publishers made.
  @_disfavoredOverload @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }

  /// Turns each value into a publisher and sends the values of all of them, up to `maxPublishers` at a time.
  @_disfavoredOverload @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher {
  /// Turns each value into a publisher and sends the values of all of them, up to `maxPublishers` at a time.
  ///
  /// The failure is that of this publisher.
  @_disfavoredOverload @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

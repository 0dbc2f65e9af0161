extension Publisher {
  /// Turns each value into a publisher, and sends the values of these, one publisher after the other.
  ///
  /// The next value is asked for when the publisher of the last one has finished. A source that does not wait for requests,
  /// such as a subject, loses the values in between; put a `buffer` behind it to keep them.
  ///
  /// It is `flatMap(maxPublishers: .max(1))` by the name that RxSwift and CombineExt have for it.
  @inlinable public func concatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    flatMap(maxPublishers: .max(1), transform)
  }
}

extension Publisher {
  /// Transforms the upstream's error with `transform`.
  @_transparent public func mapError<E: Error>(
    _ transform: @escaping (Failure) -> E
  ) -> Publishers.MapError<Self, E> {
    Publishers.MapError(upstream: self, transform)
  }
}

extension Publishers {
  /// Transforms the upstream's error with a closure.
  @frozen public struct MapError<Upstream: Publisher, Failure: Error>: StatelessPublisher {
    public typealias Output = Upstream.Output

    /// The upstream publisher.
    public let upstream: Upstream
    /// Transforms the error.
    public let transform: (Upstream.Failure) -> Failure

    /// Creates the publisher that `mapError(_:)` returns.
    @_transparent public init(upstream: Upstream, _ transform: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable var stage: MapErrorStage<Output, Upstream.Failure, Failure> { .init(transform: transform) }
  }
}

@frozen @usableFromInline struct MapErrorStage<Input, UpstreamFailure: Error, Failure: Error>: StatelessStage {
  @usableFromInline let transform: (UpstreamFailure) -> Failure

  @inlinable @inline(__always) init(transform: @escaping (UpstreamFailure) -> Failure) { self.transform = transform }

  @usableFromInline var name: StaticString { "MapError" }

  @inlinable func end<D: Subscriber>(_ completion: Subscribers.Completion<UpstreamFailure>, _ downstream: D)
  where D.Failure == Failure { downstream.receive(completion: completion.mapError(transform)) }
}

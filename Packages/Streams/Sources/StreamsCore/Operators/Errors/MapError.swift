extension Publisher {
  /// Transforms the upstream's error with `transform`.
  @_transparent @_alwaysEmitIntoClient public func mapError<E: Error>(
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
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Transforms the error.
    @_alwaysEmitIntoClient public let transform: (Upstream.Failure) -> Failure

    /// Creates the publisher that `mapError(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, _ transform: @escaping (Upstream.Failure) -> Failure
    ) {
      self.upstream = upstream
      self.transform = transform
    }

    @_alwaysEmitIntoClient var stage: MapErrorStage<Output, Upstream.Failure, Failure> { .init(transform: transform) }
  }
}

@frozen @usableFromInline struct MapErrorStage<Input, UpstreamFailure: Error, Failure: Error>: StatelessStage {
  @usableFromInline typealias Output = Input

  @_alwaysEmitIntoClient let transform: (UpstreamFailure) -> Failure

  @_alwaysEmitIntoClient @inline(__always) init(transform: @escaping (UpstreamFailure) -> Failure) {
    self.transform = transform
  }

  @_alwaysEmitIntoClient var name: StaticString { "MapError" }

  @_alwaysEmitIntoClient func end<D: Subscriber>(_ completion: Subscribers.Completion<UpstreamFailure>, _ downstream: D)
  where D.Failure == Failure { downstream.receive(completion: completion.mapError(transform)) }
}

extension Publisher {
  /// Sends the result of `transform` for each value, unless it is nil, or fails with the error that it throws.
  @_transparent @_alwaysEmitIntoClient public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// Sends the result of a closure for each upstream value, unless it is nil, or fails with the error that it throws.
  @frozen public struct TryCompactMap<Upstream: Publisher, Output>: OwnPublisher {
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns the value to send; nil drops it.
    @_alwaysEmitIntoClient public let transform: (Upstream.Output) throws -> Output?

    /// Creates the publisher that `tryCompactMap(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?
    ) {
      self.upstream = upstream
      self.transform = transform
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(TryCompactMapStage(transform: transform), node)
    }
  }
}

extension Publishers.TryCompactMap {
  /// Sends the result of `transform` for each value, unless it is nil. A `compactMap` after a `tryCompactMap` is merged
  /// into it.
  @_alwaysEmitIntoClient public func compactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) { try first($0).flatMap(transform) }
  }
}

@frozen @usableFromInline struct TryCompactMapStage<Input, Output>: FilteringStage {
  @_alwaysEmitIntoClient let transform: (Input) throws -> Output?

  @_alwaysEmitIntoClient init(transform: @escaping (Input) throws -> Output?) { self.transform = transform }

  @_alwaysEmitIntoClient var name: StaticString { "TryCompactMap" }

  @_alwaysEmitIntoClient @inline(__always)
  func step<H: StageHost>(_ input: Input, in host: H) throws -> FilteringStep<Output> where H.State == Void {
    if let output = try transform(input) { .emit(output) } else { .skip }
  }
}

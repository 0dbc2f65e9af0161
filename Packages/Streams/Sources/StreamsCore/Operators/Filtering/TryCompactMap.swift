extension Publisher {
  /// Sends the result of `transform` for each value, unless it is nil, or fails with the error that it throws.
  @_transparent public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// Sends the result of a closure for each upstream value, unless it is nil, or fails with the error that it throws.
  @frozen public struct TryCompactMap<Upstream: Publisher, Output>: FilteringPublisher {
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns the value to send; nil drops it.
    public let transform: (Upstream.Output) throws -> Output?

    /// Creates the publisher that `tryCompactMap(_:)` returns.
    @_transparent public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable var stage: TryCompactMapStage<Upstream.Output, Output> { .init(transform: transform) }
  }
}

extension Publishers.TryCompactMap {
  /// Sends the result of `transform` for each value, unless it is nil. A `compactMap` after a `tryCompactMap` is merged
  /// into it.
  @inlinable public func compactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) { try first($0).flatMap(transform) }
  }
}

@frozen @usableFromInline struct TryCompactMapStage<Input, Output>: FilteringStage {
  @usableFromInline let transform: (Input) throws -> Output?

  @inlinable init(transform: @escaping (Input) throws -> Output?) { self.transform = transform }

  @usableFromInline var name: StaticString { "TryCompactMap" }

  @inlinable @inline(__always)
  func step<H: StageHost>(_ input: Input, in host: H) throws -> FilteringStep<Output> where H.State == Void {
    if let output = try transform(input) { .emit(output) } else { .skip }
  }
}

extension Publisher {
  /// Sends the result of `transform` for each value, or fails with the error that it throws.
  @_transparent public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    Publishers.TryMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// Sends the result of a closure for each upstream value, or fails with the error that it throws.
  @frozen public struct TryMap<Upstream: Publisher, Output>: FilteringPublisher {
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Transforms each value.
    public let transform: (Upstream.Output) throws -> Output

    /// Creates the publisher that `tryMap(_:)` returns.
    @_transparent public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable var stage: TryMapStage<Upstream.Output, Output> { .init(transform: transform) }
  }
}

extension Publishers.Map {
  /// Sends the result of `transform` for each value, or fails with the error that it throws. A `map` before a `tryMap`
  /// is merged into it.
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
  }
}

extension Publishers.TryMap {
  /// Sends the result of `transform` for each value. A `map` after a `tryMap` is merged into it.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
  }

  /// Sends the result of `transform` for each value, or fails with the error that it throws. Two `tryMap`s in a row are
  /// merged into one.
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
  }
}

@frozen @usableFromInline struct TryMapStage<Input, Output>: FilteringStage {
  @usableFromInline let transform: (Input) throws -> Output

  @inlinable @inline(__always) init(transform: @escaping (Input) throws -> Output) { self.transform = transform }

  @usableFromInline var name: StaticString { "TryMap" }
  @inlinable @inline(__always) static var needsNoSubscription: Bool { true }

  @inlinable @inline(__always)
  func step<H: StageHost>(_ input: Input, in host: H) throws -> FilteringStep<Output> where H.State == Void {
    .emit(try transform(input))
  }
}

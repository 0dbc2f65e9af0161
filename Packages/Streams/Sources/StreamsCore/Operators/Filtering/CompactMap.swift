extension Publisher {
  /// Sends the result of `transform` for each value, unless it is nil.
  @_transparent @_alwaysEmitIntoClient public func compactMap<T>(_ transform: @escaping (Output) -> T?)
    -> Publishers.CompactMap<Self, T>
  {
    Publishers.CompactMap(upstream: self, transform: transform)
  }

  /// Sends the result of `transform` for each value, unless it is nil, or fails with the error that it throws.
  @_transparent @_alwaysEmitIntoClient public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// Sends the result of a closure for each upstream value, unless it is nil.
  @frozen public struct CompactMap<Upstream: Publisher, Output>: StatelessPublisher {
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns the value to send; nil drops it.
    @_alwaysEmitIntoClient public let transform: (Upstream.Output) -> Output?

    /// Creates the publisher that `compactMap(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?
    ) {
      self.upstream = upstream
      self.transform = transform
    }

    @_alwaysEmitIntoClient var stage: CompactMapStage<Upstream.Output, Output, Failure> { .init(transform: transform) }
  }

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

extension Publishers.CompactMap {
  /// Sends the result of `transform` for each value. A `map` after a `compactMap` is merged into it.
  @_alwaysEmitIntoClient public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T>
  {
    let first = self.transform
    return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).map(transform) }
  }

  /// Sends the result of `transform` for each value, unless it is nil. Two `compactMap`s in a row are merged into one.
  @_alwaysEmitIntoClient public func compactMap<T>(_ transform: @escaping (Output) -> T?)
    -> Publishers.CompactMap<Upstream, T>
  {
    let first = self.transform
    return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).flatMap(transform) }
  }
}

@frozen @usableFromInline struct CompactMapStage<Input, Output, Failure: Error>: StatelessStage {
  @_alwaysEmitIntoClient let transform: (Input) -> Output?

  @_alwaysEmitIntoClient @inline(__always) init(transform: consuming @escaping (Input) -> Output?) {
    self.transform = consume transform
  }

  @_alwaysEmitIntoClient var name: StaticString { "CompactMap" }

  @_alwaysEmitIntoClient @inline(__always)
  func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Output {
    if let output = transform(input) { downstream.receive(output) } else { .max(1) }
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
  func step(_ input: Input, in host: some StageHost<Void>) throws -> FilteringStep<Output> {
    if let output = try transform(input) { .emit(output) } else { .skip }
  }
}

extension Publisher {
  /// Sends the result of `transform` for each value.
  @_transparent @_alwaysEmitIntoClient public func map<T>(_ transform: @escaping (Output) -> T)
    -> Publishers.Map<Self, T>
  {
    Publishers.Map(upstream: self, transform: transform)
  }

  /// Sends the result of `transform` for each value, or fails with the error that it throws.
  @_transparent @_alwaysEmitIntoClient public func tryMap<T>(_ transform: @escaping (Output) throws -> T)
    -> Publishers.TryMap<Self, T>
  {
    Publishers.TryMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// Sends the result of a closure for each upstream value.
  @frozen public struct Map<Upstream: Publisher, Output>: StatelessPublisher {
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Transforms each value.
    @_alwaysEmitIntoClient public let transform: (Upstream.Output) -> Output

    /// Creates the publisher that `map(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, transform: @escaping (Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.transform = transform
    }

    @_alwaysEmitIntoClient var stage: MapStage<Upstream.Output, Output, Failure> { .init(transform: transform) }
  }

  /// Sends the result of a closure for each upstream value, or fails with the error that it throws.
  @frozen public struct TryMap<Upstream: Publisher, Output>: OwnPublisher {
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Transforms each value.
    @_alwaysEmitIntoClient public let transform: (Upstream.Output) throws -> Output

    /// Creates the publisher that `tryMap(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.transform = transform
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(TryMapStage("TryMap", transform), node)
    }
  }
}

extension Publishers.Map {
  /// Sends the result of `transform` for each value. Two maps in a row are merged into one.
  @_alwaysEmitIntoClient public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
    let first = self.transform
    return Publishers.Map<Upstream, T>(upstream: upstream) { transform(first($0)) }
  }

  /// Sends the result of `transform` for each value, or fails with the error that it throws. A `map` before a `tryMap`
  /// is merged into it.
  @_alwaysEmitIntoClient public func tryMap<T>(_ transform: @escaping (Output) throws -> T)
    -> Publishers.TryMap<Upstream, T>
  {
    let first = self.transform
    return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
  }
}

@frozen @usableFromInline struct MapStage<Input, Output, Failure: Error>: StatelessStage {
  @_alwaysEmitIntoClient let transform: (Input) -> Output

  @_alwaysEmitIntoClient @inline(__always) init(transform: consuming @escaping (Input) -> Output) {
    self.transform = consume transform
  }

  @_alwaysEmitIntoClient var name: StaticString { "Map" }

  @_alwaysEmitIntoClient @inline(__always)
  func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Output {
    downstream.receive(transform(input))
  }
}

extension Publishers.TryMap {
  /// Sends the result of `transform` for each value. A `map` after a `tryMap` is merged into it.
  @_alwaysEmitIntoClient public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
  }

  /// Sends the result of `transform` for each value, or fails with the error that it throws. Two `tryMap`s in a row are
  /// merged into one.
  @_alwaysEmitIntoClient public func tryMap<T>(_ transform: @escaping (Output) throws -> T)
    -> Publishers.TryMap<Upstream, T>
  {
    let first = self.transform
    return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
  }
}

/// The stage of `tryMap`, `encode` and `decode`.
@frozen @usableFromInline struct TryMapStage<Input, Output>: FilteringStage {
  @_alwaysEmitIntoClient let name: StaticString
  /// Whether the mirror shows the state.
  @_alwaysEmitIntoClient let showsState: Bool
  @_alwaysEmitIntoClient let transform: (Input) throws -> Output

  @_alwaysEmitIntoClient @inline(__always)
  init(_ name: StaticString, showsState: Bool = false, _ transform: @escaping (Input) throws -> Output) {
    self.name = name
    self.showsState = showsState
    self.transform = transform
  }

  @_alwaysEmitIntoClient @inline(__always) static var needsNoSubscription: Bool { true }
  @_alwaysEmitIntoClient var labels: [StaticString] {
    showsState ? ["downstream", "finished", "upstreamSubscription"] : ["downstream"]
  }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Void) -> [Any] {
    let upstream: (any Subscription)? = if case .subscribed(let running) = status { running } else { nil }
    let isOver = if case .terminal = status { true } else { false }
    return showsState ? [downstream, isOver, upstream as Any] : [downstream]
  }

  @_alwaysEmitIntoClient @inline(__always)
  func step(_ input: Input, in host: some StageHost<Void>) throws -> FilteringStep<Output> {
    .emit(try transform(input))
  }
}

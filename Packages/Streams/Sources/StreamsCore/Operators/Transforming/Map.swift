extension Publisher {
  /// Sends the result of `transform` for each value.
  @_transparent @_alwaysEmitIntoClient public func map<T>(_ transform: @escaping (Output) -> T)
    -> Publishers.Map<Self, T>
  {
    Publishers.Map(upstream: self, transform: transform)
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
}

extension Publishers.Map {
  /// Sends the result of `transform` for each value. Two maps in a row are merged into one.
  @_alwaysEmitIntoClient public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
    let first = self.transform
    return Publishers.Map<Upstream, T>(upstream: upstream) { transform(first($0)) }
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

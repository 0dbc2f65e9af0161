extension Publisher {
  /// Sends the number of values, on demand, when the upstream has finished.
  @_transparent @_alwaysEmitIntoClient public func count() -> Publishers.Count<Self> {
    Publishers.Count(upstream: self)
  }
}

extension Publishers {
  /// Sends the number of upstream values. Requests unlimited values.
  @frozen public struct Count<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Int
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream

    /// Creates the publisher that `count()` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(ReduceStage("Count", 0) { count, _ in count &+ 1 }, node)
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

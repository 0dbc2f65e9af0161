extension Publisher {
  /// Sends the first value, on demand, and finishes.
  @_transparent @_alwaysEmitIntoClient public func first() -> Publishers.First<Self> {
    Publishers.First(upstream: self)
  }

  /// Sends the first value for which `predicate` is true, on demand, and finishes.
  @_transparent @_alwaysEmitIntoClient public func first(where predicate: @escaping (Output) -> Bool)
    -> Publishers.FirstWhere<Self>
  {
    Publishers.FirstWhere(upstream: self, predicate: predicate)
  }

  /// Sends the first value for which `predicate` is true, on demand, and finishes. Fails with the error that
  /// `predicate` throws.
  @_transparent @_alwaysEmitIntoClient public func tryFirst(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFirstWhere<Self> {
    Publishers.TryFirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Sends the first upstream value. Requests unlimited values.
  @frozen public struct First<Upstream: Publisher>: ReducingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream

    /// Creates the publisher that `first()` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @_alwaysEmitIntoClient var stage: PickStage<Output> { .init("First", takesFirst: true) { _ in true } }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publishers {
  /// Sends the first upstream value for which a closure is true. Requests unlimited values.
  @frozen public struct FirstWhere<Upstream: Publisher>: ReducingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns true for the value to send.
    @_alwaysEmitIntoClient public let predicate: (Output) -> Bool

    /// Creates the publisher that `first(where:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient var stage: PickStage<Output> { .init("TryFirst", takesFirst: true, predicate) }
  }

  /// Sends the first upstream value for which a closure is true, or fails with the error that it throws. Requests
  /// unlimited values.
  @frozen public struct TryFirstWhere<Upstream: Publisher>: ReducingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns true for the value to send.
    @_alwaysEmitIntoClient public let predicate: (Output) throws -> Bool

    /// Creates the publisher that `tryFirst(where:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient var stage: PickStage<Output> { .init("TryFirstWhere", takesFirst: true, predicate) }
  }
}

extension Publisher {
  /// Sends false and finishes at the first value for which `predicate` is false. Sends true if the upstream finishes
  /// without one.
  @_transparent @_alwaysEmitIntoClient public func allSatisfy(_ predicate: @escaping (Output) -> Bool)
    -> Publishers.AllSatisfy<Self>
  {
    Publishers.AllSatisfy(upstream: self, predicate: predicate)
  }

  /// Like ``allSatisfy(_:)``, but fails with the error that `predicate` throws.
  @_transparent @_alwaysEmitIntoClient public func tryAllSatisfy(
    _ predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Sends whether a closure is true for all upstream values. Requests unlimited values.
  @frozen public struct AllSatisfy<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The condition for all values.
    @_alwaysEmitIntoClient public let predicate: (Upstream.Output) -> Bool

    /// Creates the publisher that `allSatisfy(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool)
    {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(SearchStage("AllSatisfy", for: false, predicate) { $0 == nil }, node)
    }
  }

  /// Sends whether a closure is true for all upstream values, or fails with the error that it throws. Requests
  /// unlimited values.
  @frozen public struct TryAllSatisfy<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Bool
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The condition for all values.
    @_alwaysEmitIntoClient public let predicate: (Upstream.Output) throws -> Bool

    /// Creates the publisher that `tryAllSatisfy(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(SearchStage("TryAllSatisfy", for: false, predicate) { $0 == nil }, node)
    }
  }
}

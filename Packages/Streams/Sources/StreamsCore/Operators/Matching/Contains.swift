extension Publisher where Output: Equatable {
  /// Sends true and finishes at the first value that equals `output`. Sends false if the upstream finishes without one.
  @_transparent @_alwaysEmitIntoClient public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}

extension Publisher {
  /// Sends true and finishes at the first value for which `predicate` is true. Sends false if the upstream finishes
  /// without one.
  @_transparent @_alwaysEmitIntoClient public func contains(where predicate: @escaping (Output) -> Bool)
    -> Publishers.ContainsWhere<Self>
  {
    Publishers.ContainsWhere(upstream: self, predicate: predicate)
  }

  /// Like ``contains(where:)``, but fails with the error that `predicate` throws.
  @_transparent @_alwaysEmitIntoClient public func tryContains(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Sends whether an upstream value equals a given one. Requests unlimited values.
  @frozen public struct Contains<Upstream: Publisher>: OwnPublisher where Upstream.Output: Equatable {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The value to look for.
    @_alwaysEmitIntoClient public var output: Upstream.Output { held.value }
    @_alwaysEmitIntoClient let held: Held<Upstream.Output>

    /// Creates the publisher that `contains(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      held = Held(output)
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(SearchStage("Contains", { [output] in $0 == output }) { $0 != nil }, node)
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension Publishers {
  /// Sends whether a closure is true for an upstream value. Requests unlimited values.
  @frozen public struct ContainsWhere<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The condition to look for.
    @_alwaysEmitIntoClient public let predicate: (Upstream.Output) -> Bool

    /// Creates the publisher that `contains(where:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool)
    {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(SearchStage("ContainsWhere", predicate) { $0 != nil }, node)
    }
  }

  /// Sends whether a closure is true for an upstream value, or fails with the error that it throws. Requests unlimited
  /// values.
  @frozen public struct TryContainsWhere<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Bool
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The condition to look for.
    @_alwaysEmitIntoClient public let predicate: (Upstream.Output) throws -> Bool

    /// Creates the publisher that `tryContains(where:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(SearchStage("TryContainsWhere", predicate) { $0 != nil }, node)
    }
  }
}

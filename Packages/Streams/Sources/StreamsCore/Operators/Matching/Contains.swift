extension Publisher where Output: Equatable {
  /// Sends true and finishes at the first value that equals `output`; sends false if none did when the upstream has
  /// finished.
  @inlinable public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}

extension Publisher {
  /// Sends true and finishes at the first value for which `predicate` is true; sends false if there was none when the
  /// upstream has finished.
  @inlinable public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
    Publishers.ContainsWhere(upstream: self, predicate: predicate)
  }

  /// As ``contains(where:)``; fails with what `predicate` throws.
  @inlinable public func tryContains(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Sends whether an upstream value equals a given one. Requests unlimited values.
  @frozen public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The value to look for.
    public let output: Upstream.Output

    /// The publisher returned by `contains(_:)`.
    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let stage = SearchStage<Upstream.Output>("Contains", for: true) { [output] in $0 == output }
      upstream.attach(node: ReducingOperator(stage, subscriber, Kept<Failure>.self))
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}
extension Publishers.Contains: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

extension Publishers {
  /// Sends whether an upstream value matches a closure. Requests unlimited values.
  @frozen public struct ContainsWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The condition to look for.
    public let predicate: (Upstream.Output) -> Bool

    /// The publisher returned by `contains(where:)`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.attach(
        node: ReducingOperator(SearchStage("ContainsWhere", for: true, predicate), subscriber, Kept<Failure>.self))
    }
  }
}

extension Publishers {
  /// Sends whether an upstream value matches a closure, or fails with the error that it throws. Requests unlimited
  /// values.
  @frozen public struct TryContainsWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// The condition to look for.
    public let predicate: (Upstream.Output) throws -> Bool

    /// The publisher returned by `tryContains(where:)`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let stage = SearchStage("TryContainsWhere", for: true, predicate)
      upstream.attach(node: ReducingOperator(stage, subscriber, Erased<Upstream.Failure>.self))
    }
  }
}

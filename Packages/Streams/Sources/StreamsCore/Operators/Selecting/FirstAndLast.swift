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

  /// Sends the last value, on demand, when the upstream has finished. Sends nothing if there is no value.
  @_transparent @_alwaysEmitIntoClient public func last() -> Publishers.Last<Self> { Publishers.Last(upstream: self) }

  /// Sends the last value for which `predicate` is true, on demand, when the upstream has finished.
  @_transparent @_alwaysEmitIntoClient public func last(where predicate: @escaping (Output) -> Bool)
    -> Publishers.LastWhere<Self>
  {
    Publishers.LastWhere(upstream: self, predicate: predicate)
  }

  /// Sends the last value for which `predicate` is true, on demand, when the upstream has finished. Fails with the
  /// error that `predicate` throws.
  @_transparent @_alwaysEmitIntoClient public func tryLast(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryLastWhere<Self> {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Sends the first upstream value. Requests unlimited values.
  @frozen public struct First<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream

    /// Creates the publisher that `first()` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(SearchStage("First", { _ in true }) { $0 }, node)
    }
  }

  /// Sends the first upstream value for which a closure is true. Requests unlimited values.
  @frozen public struct FirstWhere<Upstream: Publisher>: OwnPublisher {
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

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(SearchStage("TryFirst", predicate) { $0 }, node)
    }
  }

  /// Sends the first upstream value for which a closure is true, or fails with the error that it throws. Requests
  /// unlimited values.
  @frozen public struct TryFirstWhere<Upstream: Publisher>: OwnPublisher {
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

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(SearchStage("TryFirstWhere", predicate) { $0 }, node)
    }
  }

  /// Sends the last upstream value. Requests unlimited values and stores one.
  @frozen public struct Last<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream

    /// Creates the publisher that `last()` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(SearchStage("Last", takesLast: true, { _ in true }) { $0 }, node)
    }
  }

  /// Sends the last upstream value for which a closure is true. Requests unlimited values and stores one.
  @frozen public struct LastWhere<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns true for a value that may be sent.
    @_alwaysEmitIntoClient public let predicate: (Output) -> Bool

    /// Creates the publisher that `last(where:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(SearchStage("LastWhere", takesLast: true, predicate) { $0 }, node)
    }
  }

  /// Sends the last upstream value for which a closure is true, or fails with the error that it throws. Requests
  /// unlimited values and stores one.
  @frozen public struct TryLastWhere<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns true for a value that may be sent.
    @_alwaysEmitIntoClient public let predicate: (Output) throws -> Bool

    /// Creates the publisher that `tryLast(where:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(SearchStage("TryLastWhere", takesLast: true, predicate) { $0 }, node)
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publishers.Last: Equatable where Upstream: Equatable {}

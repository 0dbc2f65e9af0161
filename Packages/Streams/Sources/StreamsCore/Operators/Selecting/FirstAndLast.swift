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
      upstream.attach(PickStage("First", takesFirst: true) { _ in true }, node)
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
      upstream.attach(PickStage("TryFirst", takesFirst: true, predicate), node)
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
      upstream.attach(PickStage("TryFirstWhere", takesFirst: true, predicate), node)
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
      upstream.attach(PickStage("Last", takesFirst: false) { _ in true }, node)
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
      upstream.attach(PickStage("LastWhere", takesFirst: false, predicate), node)
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
      upstream.attach(PickStage("TryLastWhere", takesFirst: false, predicate), node)
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publishers.Last: Equatable where Upstream: Equatable {}

/// Keeps the first matching value and finishes, or keeps the last one.
@frozen @usableFromInline struct PickStage<Input>: ReducingStage {
  /// The value.
  @usableFromInline typealias State = Input?
  @_alwaysEmitIntoClient let takesFirst: Bool
  @_alwaysEmitIntoClient let predicate: (Input) throws -> Bool
  @_alwaysEmitIntoClient let name: StaticString

  @_alwaysEmitIntoClient init(
    _ name: StaticString, takesFirst: Bool, _ predicate: consuming @escaping (Input) throws -> Bool
  ) {
    self.name = name
    self.takesFirst = takesFirst
    self.predicate = consume predicate
  }

  @_alwaysEmitIntoClient var initialState: Input? { nil }
  @_alwaysEmitIntoClient func result(of state: Input?) -> Input? { state }

  @_alwaysEmitIntoClient @inline(__always) func step(_ input: Input, in host: some StageHost<Input?>) throws -> Bool {
    guard try predicate(input) else { return false }
    host.replaceState(with: input)
    return takesFirst
  }
}

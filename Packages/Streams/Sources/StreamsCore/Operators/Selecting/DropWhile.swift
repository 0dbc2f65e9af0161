extension Publisher {
  /// Drops values while `predicate` is true, then sends all values, starting with the first one for which it is false.
  @_transparent @_alwaysEmitIntoClient public func drop(while predicate: @escaping (Output) -> Bool)
    -> Publishers.DropWhile<Self>
  {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }

  /// Drops values while `predicate` is true, then sends all values, starting with the first one for which it is false.
  /// Fails with the error that `predicate` throws.
  @_transparent @_alwaysEmitIntoClient public func tryDrop(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryDropWhile<Self> {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Drops the upstream values before the first one for which a closure is false.
  @frozen public struct DropWhile<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns true to keep dropping.
    @_alwaysEmitIntoClient public let predicate: (Output) -> Bool

    /// Creates the publisher that `drop(while:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(DropWhileStage("DropWhile", predicate), node)
    }
  }

  /// Drops the upstream values before the first one for which a closure is false, or fails with the error that it
  /// throws.
  @frozen public struct TryDropWhile<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns true to keep dropping.
    @_alwaysEmitIntoClient public let predicate: (Output) throws -> Bool

    /// Creates the publisher that `tryDrop(while:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(DropWhileStage("TryDropWhile", predicate), node)
    }
  }
}

@frozen @usableFromInline struct DropWhileStage<Input>: FilteringStage {
  /// Whether values are dropped.
  @usableFromInline typealias State = Bool
  @_alwaysEmitIntoClient let predicate: (Input) throws -> Bool
  @_alwaysEmitIntoClient let name: StaticString

  @_alwaysEmitIntoClient init(_ name: StaticString, _ predicate: @escaping (Input) throws -> Bool) {
    self.name = name
    self.predicate = predicate
  }

  @_alwaysEmitIntoClient var initialState: Bool { true }
  @_alwaysEmitIntoClient var labels: [StaticString] { [] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Bool) -> [Any] { [] }

  @_alwaysEmitIntoClient @inline(__always)
  func step(_ input: Input, in host: some StageHost<Bool>) throws -> FilteringStep<Input> {
    if host.state {
      if try predicate(input) { return .skip }
      host.state = false
    }
    return .emit(input)
  }
}

extension Publisher where Output: Equatable {
  /// Sends each value that differs from the previous one.
  @_transparent @_alwaysEmitIntoClient public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates(by: ==)
  }
}

extension Publisher {
  /// Sends each value for which `predicate`, called with the last sent value and the new one, is false.
  @_transparent @_alwaysEmitIntoClient public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }

  /// Sends each value for which `predicate`, called with the last sent value and the new one, is false. Fails with the
  /// error that `predicate` throws.
  @_transparent @_alwaysEmitIntoClient public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Sends the upstream values that differ, by a closure, from the last sent value.
  @frozen public struct RemoveDuplicates<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Whether two values count as equal.
    @_alwaysEmitIntoClient public let predicate: (Output, Output) -> Bool

    /// Creates the publisher that `removeDuplicates(by:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool)
    {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(RemoveDuplicatesStage("RemoveDuplicates", predicate), node)
    }
  }

  /// Sends the upstream values that differ, by a closure, from the last sent value, or fails with the error that it
  /// throws.
  @frozen public struct TryRemoveDuplicates<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Whether two values count as equal.
    @_alwaysEmitIntoClient public let predicate: (Output, Output) throws -> Bool

    /// Creates the publisher that `tryRemoveDuplicates(by:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(RemoveDuplicatesStage("TryRemoveDuplicates", predicate), node)
    }
  }
}

@frozen @usableFromInline struct RemoveDuplicatesStage<Input>: FilteringStage {
  /// The last sent value.
  @usableFromInline typealias State = Input?
  @_alwaysEmitIntoClient let predicate: (Input, Input) throws -> Bool
  @_alwaysEmitIntoClient let name: StaticString

  @_alwaysEmitIntoClient init(_ name: StaticString, _ predicate: @escaping (Input, Input) throws -> Bool) {
    self.name = name
    self.predicate = predicate
  }

  @_alwaysEmitIntoClient var initialState: Input? { nil }
  @_alwaysEmitIntoClient var labels: [StaticString] { ["downstream", "last"] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Input?) -> [Any] {
    [downstream, state as Any]
  }

  @_alwaysEmitIntoClient @inline(__always)
  func step(_ input: Input, in host: some StageHost<Input?>) throws -> FilteringStep<Input> {
    if let last = host.state, try predicate(last, input) { return .skip }
    host.replaceState(with: input)
    return .emit(input)
  }
}

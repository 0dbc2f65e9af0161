extension Publisher {
  /// Sends all values as one array, on demand, when the upstream has finished. Keeps all values until then.
  @_transparent @_alwaysEmitIntoClient public func collect() -> Publishers.Collect<Self> {
    Publishers.Collect(upstream: self)
  }
}

extension Publishers {
  /// Sends all upstream values as one array. Requests unlimited values and stores them all.
  @frozen public struct Collect<Upstream: Publisher>: OwnPublisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream

    /// Creates the publisher that `collect()` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(CollectStage(), node)
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

@frozen @usableFromInline struct CollectStage<Input>: ReducingStage {
  @usableFromInline typealias Output = [Input]
  @usableFromInline typealias State = [Input]

  @_alwaysEmitIntoClient init() {}

  @_alwaysEmitIntoClient var name: StaticString { "Collect" }
  @_alwaysEmitIntoClient var labels: [StaticString] { ["count"] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: [Input]) -> [Any] {
    [state.count]
  }
  @_alwaysEmitIntoClient var initialState: [Input] { [] }
  @_alwaysEmitIntoClient func result(of state: [Input]) -> [Input]? { state }

  @_alwaysEmitIntoClient @inline(__always) func step(_ input: Input, in host: some StageHost<[Input]>) -> Bool {
    host.state.append(input)
    return false
  }
}

extension Publisher {
  /// Sends all values as one array, on demand, when the upstream has finished. Keeps all values until then.
  @_transparent public func collect() -> Publishers.Collect<Self> { Publishers.Collect(upstream: self) }
}

extension Publishers {
  /// Sends all upstream values as one array. Requests unlimited values and stores them all.
  @frozen public struct Collect<Upstream: Publisher>: ReducingPublisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates the publisher that `collect()` returns.
    @_transparent public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable var stage: CollectStage<Upstream.Output> { .init() }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

@frozen @usableFromInline struct CollectStage<Input>: ReducingStage {
  @usableFromInline typealias Output = [Input]
  @usableFromInline typealias State = [Input]

  @inlinable init() {}

  @usableFromInline var name: StaticString { "Collect" }
  @usableFromInline var labels: [StaticString] { ["count"] }
  @usableFromInline func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: [Input]) -> [Any] {
    [state.count]
  }
  @inlinable var initialState: [Input] { [] }
  @inlinable func result(of state: [Input]) -> [Input]? { state }

  @inlinable @inline(__always)
  func step<H: StageHost>(_ input: Input, in host: H) -> Bool where H.State == [Input] {
    host.state.append(input)
    return false
  }
}

extension Publisher {
  /// Calls `nextPartialResult` with the previous result (first `initialResult`) and each value, and sends the results.
  /// Fails with the error that `nextPartialResult` throws.
  @_transparent @_alwaysEmitIntoClient public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// Calls a closure with the previous result and each upstream value, and sends the results, or fails with the error
  /// that it throws.
  @frozen public struct TryScan<Upstream: Publisher, Output>: OwnPublisher {
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The result before the first value.
    @_alwaysEmitIntoClient public let initialResult: Output
    /// Returns the next result.
    @_alwaysEmitIntoClient public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// Creates the publisher that `tryScan(_:_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(TryScanStage(initialResult, nextPartialResult), node)
    }
  }
}

@frozen @usableFromInline struct TryScanStage<Input, Output>: FilteringStage {
  @usableFromInline typealias State = Output
  @_alwaysEmitIntoClient let next: (Output, Input) throws -> Output
  @_alwaysEmitIntoClient let initialState: Output

  @_alwaysEmitIntoClient init(_ first: Output, _ next: @escaping (Output, Input) throws -> Output) {
    self.next = next
    initialState = first
  }

  @_alwaysEmitIntoClient var name: StaticString { "TryScan" }
  @_alwaysEmitIntoClient @inline(__always) static var needsNoSubscription: Bool { true }
  @_alwaysEmitIntoClient var labels: [StaticString] { ["downstream", "status", "result"] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Output) -> [Any] {
    [downstream, status, state]
  }

  @_alwaysEmitIntoClient @inline(__always)
  func step<H: StageHost>(_ input: Input, in host: H) throws -> FilteringStep<Output> where H.State == Output {
    .emit(try host.advance(by: next, with: input))
  }
}

extension Publisher {
  /// Calls `nextPartialResult` with the previous result (first `initialResult`) and each value, and sends the results.
  /// Fails with the error that `nextPartialResult` throws.
  @_transparent public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// Calls a closure with the previous result and each upstream value, and sends the results, or fails with the error
  /// that it throws.
  @frozen public struct TryScan<Upstream: Publisher, Output>: FilteringPublisher {
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// The result before the first value.
    public let initialResult: Output
    /// Returns the next result.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// Creates the publisher that `tryScan(_:_:)` returns.
    @_transparent public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable var stage: TryScanStage<Upstream.Output, Output> { .init(initialResult, nextPartialResult) }
  }
}

@frozen @usableFromInline struct TryScanStage<Input, Output>: FilteringStage {
  @usableFromInline typealias State = Output
  @usableFromInline let next: (Output, Input) throws -> Output
  @usableFromInline let initialState: Output

  @inlinable init(_ first: Output, _ next: @escaping (Output, Input) throws -> Output) {
    self.next = next
    initialState = first
  }

  @usableFromInline var name: StaticString { "TryScan" }
  @inlinable @inline(__always) static var needsNoSubscription: Bool { true }
  @usableFromInline var labels: [StaticString] { ["downstream", "status", "result"] }
  @usableFromInline func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Output) -> [Any] {
    [downstream, status, state]
  }

  @inlinable @inline(__always)
  func step<H: StageHost>(_ input: Input, in host: H) throws -> FilteringStep<Output> where H.State == Output {
    .emit(try host.advance(by: next, with: input))
  }
}

extension Publisher {
  /// Sends what `nextPartialResult` makes of the result so far, `initialResult` at first, and each value.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// Sends what a closure makes of the result so far and each upstream value.
  @frozen public struct Scan<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream
    /// The result before the first value.
    public let initialResult: Output
    /// Makes the next result.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// The publisher that `scan(_:_:)` makes.
    @inlinable public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Upstream.Failure {
      upstream.attach(ScanStage(initialResult, nextPartialResult), subscriber)
    }
  }
}

@frozen @usableFromInline struct ScanStage<Input, Output>: AccumulatorStage {
  @usableFromInline let next: (Output, Input) -> Output
  @usableFromInline var current: Output

  @inlinable init(_ first: Output, _ next: @escaping (Output, Input) -> Output) {
    self.next = next
    current = first
  }

  @usableFromInline var name: StaticString { "Scan" }
  @usableFromInline var labels: [StaticString] { ["downstream", "result"] }
  @usableFromInline func values(in host: HostView) -> [Any] { [host.downstream, current] }

  @inlinable @inline(__always)
  mutating func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Output {
    downstream.receive(advance(&current, by: next, with: input))
  }
}

extension Publisher {
  /// Sends the number of values, on demand, when the upstream has finished.
  @_transparent public func count() -> Publishers.Count<Self> { Publishers.Count(upstream: self) }
}

extension Publishers {
  /// Sends the number of upstream values. Requests unlimited values.
  @frozen public struct Count<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Int
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates the publisher that `count()` returns.
    @_transparent public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable @inline(never)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.attach(CountStage<Upstream.Output>(), subscriber)
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

@frozen @usableFromInline struct CountStage<Input>: ReducingStage {
  @usableFromInline typealias Output = Int
  @usableFromInline typealias State = Int

  @inlinable init() {}

  @usableFromInline var name: StaticString { "Count" }
  @usableFromInline var initial: Any? { 0 }
  @inlinable var initialState: Int { 0 }
  @inlinable func result(of state: Int) -> Int? { state }

  @inlinable @inline(__always)
  func step<H: StageHost>(_ input: Input, in host: H) -> Bool where H.State == Int {
    host.state &+= 1
    return false
  }
}

extension Publisher {
  /// Sends the values in arrays of `count` values. The last array may have fewer. Traps if `count` is not positive.
  @_transparent @_alwaysEmitIntoClient public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    Publishers.CollectByCount(upstream: self, count: count)
  }
}

extension Publishers {
  /// Sends the upstream values in arrays of a given size. Requests that many values for each requested array. A failure
  /// drops an incomplete array.
  @frozen public struct CollectByCount<Upstream: Publisher>: OwnPublisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The number of values of an array. The last array may have fewer.
    @_alwaysEmitIntoClient public let count: Int

    /// Creates the publisher that `collect(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, count: Int) {
      require(count > 0, "collect(_:)", "the count must be positive")
      self.upstream = upstream
      self.count = count
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      upstream._attach(node: CollectByCountSubscriber(count, downstream))
    }
  }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

@usableFromInline
final class CollectByCountSubscriber<Input, Failure: Error>: OperatorSubscriber<Input, Failure> {
  @_alwaysEmitIntoClient let count: Int
  /// Belongs to the delivery.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var buffer: [Input] = []
  @_alwaysEmitIntoClient let downstream: _ErasedSubscriber<[Input], Failure>

  @_alwaysEmitIntoClient init(_ count: Int, _ downstream: _ErasedSubscriber<[Input], Failure>) {
    self.count = count
    self.downstream = downstream
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      guard me.isLive() else { return .none }
      if me.buffer.isEmpty { me.buffer.reserveCapacity(min(me.count, 256)) }
      me.buffer.append($1)
      if me.buffer.count < me.count { return .none }
      let more = me.downstream.receive(me.takeBuffer())
      return more == .none ? .none : more * me.count
    }
  }

  override func receive(subscription: any Subscription) {
    if accept(subscription) { downstream.receive(subscription: self) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if upstreamIsOver() { return }
    let rest = takeBuffer()
    if case .finished = completion, !rest.isEmpty { _ = downstream.receive(rest) }
    if finish() { downstream.receive(completion: completion) }
  }

  @_alwaysEmitIntoClient func takeBuffer() -> [Input] {
    let full = buffer
    buffer = []
    return full
  }

  override func request(_ demand: Subscribers.Demand) { relay(demand * count) }

  override var description: String { "CollectByCount" }
  override var labels: [StaticString] { ["downstream", "upstreamSubscription", "buffer", "count"] }
  override var customMirror: Mirror {
    mirror([downstream, currentUpstream as Any, buffer, count])
  }
}

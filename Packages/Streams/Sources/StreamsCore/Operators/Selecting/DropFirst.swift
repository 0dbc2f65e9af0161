extension Publisher {
  /// Drops the first `count` values and sends the others. Subscribing traps if `count` is negative.
  @_transparent @_alwaysEmitIntoClient public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }
}

extension Publishers {
  /// Drops the first upstream values, and sends the others. Requests the values to drop in addition to the demand.
  @frozen public struct Drop<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The number of values to drop, at least 0.
    @_alwaysEmitIntoClient public let count: Int

    /// Creates the publisher that `dropFirst(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      require(count >= 0, "dropFirst", "the number of values must not be negative")
      let node = DropSubscriber(count, downstream)
      downstream.receive(subscription: node)
      if !node.upstreamIsOver() { upstream._attach(node: node) }
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

@usableFromInline final class DropSubscriber<Output, Failure: Error>: OperatorSubscriber<Output, Failure> {
  /// The demand until the upstream's subscription ends this word. The subscriber receives its subscription first.
  let early = DemandWord()
  /// The number of values still to drop; belongs to the delivery.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var left: Int
  @_alwaysEmitIntoClient let downstream: _ErasedSubscriber<Output, Failure>

  @_alwaysEmitIntoClient init(_ count: Int, _ downstream: _ErasedSubscriber<Output, Failure>) {
    left = count
    self.downstream = downstream
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      if me.upstreamIsOver() { return .none }
      if me.left == 0 { return me.downstream.receive($1) }
      me.left &-= 1
      return .none
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    let unsent = early.endWithDemand() + left
    if unsent != .none { relay(unsent) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if finish() { downstream.receive(completion: completion) }
  }

  override func request(_ demand: Subscribers.Demand) {
    demand.mustNotBeNone("Drop")
    if early.add(demand) == nil { relay(demand) }
  }

  override var description: String { "Drop" }
}

extension Publisher {
  /// Turns each value into a publisher and sends the values of these publishers, up to `maxPublishers` of them at a
  /// time.
  ///
  /// With limited demand, one value of each publisher may wait. Fails with the first failure.
  @_transparent @_alwaysEmitIntoClient public func flatMap<T, P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publishers {
  /// Sends the values of the publishers that a closure returns for each upstream value.
  @frozen public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: OwnPublisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The number of publishers that may run at a time. With `.none`, nothing is requested from the upstream.
    @_alwaysEmitIntoClient public let maxPublishers: Subscribers.Demand
    /// Turns a value into a publisher.
    @_alwaysEmitIntoClient public let transform: (Upstream.Output) -> NewPublisher

    /// Creates the publisher that `flatMap(maxPublishers:_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand, transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    @_alwaysEmitIntoClient public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let transform = transform
      let flattening = Flattening<Upstream.Output, Output, Failure>(
        downstream, name: "FlatMap", limit: maxPublishers
      ) {
        let publisher = transform($1)
        if let single = NewPublisher._single, $0.sendSingle(of: { single(publisher) }) { return }
        $0.start { publisher._attach(node: $0) }
      }
      flattening.downstream.receive(subscription: flattening)
      if !flattening.drain.isOver { upstream._attach(node: flattening) }
    }
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Sends the values of the latest inner publisher, and cancels it when the next one arrives.
  @_transparent @_alwaysEmitIntoClient public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publishers {
  /// Sends the values of the latest publisher that the upstream has sent, and cancels the previous one first.
  ///
  /// Finishes when the upstream and the latest publisher have finished. Requests unused demand from the next publisher.
  @frozen public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: OwnPublisher
  where P == Upstream.Output, P.Failure == Upstream.Failure {
    public typealias Output = P.Output
    public typealias Failure = P.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream

    /// Creates the publisher that `switchToLatest()` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream) { self.upstream = upstream }

    @_alwaysEmitIntoClient public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let flattening = Flattening<P, P.Output, Failure>(
        downstream, name: "SwitchToLatest", keepsOnlyLatest: true
      ) { flattening, publisher in
        guard flattening.leaveLatest() else { return }
        if let single = P._single, flattening.sendSingle(of: { single(publisher) }) { return }
        flattening.start { publisher._attach(node: $0) }
      }
      flattening.downstream.receive(subscription: flattening)
      if !flattening.drain.isOver { upstream._attach(node: flattening) }
    }
  }
}

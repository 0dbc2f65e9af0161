extension Publisher {
  /// Subscribes to the upstream again when it fails, up to `retries` times. Forwards a later failure.
  ///
  /// - Parameter retries: the number of further subscriptions. A negative number sets no limit, as in Apple's
  ///   implementation.
  @_transparent @_alwaysEmitIntoClient public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    Publishers.Retry(upstream: self, retries: retries)
  }
}

extension Publishers {
  /// Subscribes to its upstream again when it fails, and requests the unused demand again. The stack does not grow with
  /// the number of failures.
  @frozen public struct Retry<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The number of further subscriptions; nil or a negative number for no limit.
    @_alwaysEmitIntoClient public let retries: Int?

    /// Creates the publisher that `retry(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let (upstream, retries) = (upstream, retries)
      SequentialSubscription<Output, Failure>(downstream, name: "Retry", ignoresNone: true).start {
        $0.attempt(upstream, retries: retries)
      }
    }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

extension SequentialSubscription {
  /// Subscribes to `upstream`, and again up to `retries` times when it fails. There is no limit if `retries` is nil or
  /// negative.
  @_alwaysEmitIntoClient func attempt(_ upstream: some Publisher<Output, Failure>, retries: Int?) {
    upstream._attach(
      node: SequentialSubscriber<Output, Failure, Failure>(self) { _, owner, completion in
        guard case .failure = completion, retries != 0 else { return owner.end(completion) }
        owner.goOn { $0.attempt(upstream, retries: retries.map { $0 < 0 ? $0 : $0 - 1 }) }
      })
  }
}

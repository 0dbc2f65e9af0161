extension Publisher {
  /// Drops all values, and sends only the completion.
  @_transparent @_alwaysEmitIntoClient public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    Publishers.IgnoreOutput(upstream: self)
  }
}

extension Publishers {
  /// Requests unlimited values, drops them, and forwards the completion.
  @frozen public struct IgnoreOutput<Upstream: Publisher>: StatelessPublisher {
    public typealias Output = Never
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream

    /// Creates the publisher that `ignoreOutput()` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @_alwaysEmitIntoClient var stage: IgnoreOutputStage<Upstream.Output, Failure> { .init() }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

/// Requests directly from the upstream's subscription, because there is no demand to adjust.
@frozen @usableFromInline struct IgnoreOutputStage<Input, Failure: Error>: StatelessStage {
  @usableFromInline typealias Output = Never

  @_alwaysEmitIntoClient @inline(__always) init() {}

  @_alwaysEmitIntoClient var name: StaticString { "IgnoreOutput" }

  @_alwaysEmitIntoClient func receive<D: Subscriber>(subscription: any Subscription, _ downstream: D) {
    downstream.receive(subscription: subscription)
    subscription.request(.unlimited)
  }

  @_alwaysEmitIntoClient @inline(__always)
  func step<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand where D.Input == Never { .none }
}

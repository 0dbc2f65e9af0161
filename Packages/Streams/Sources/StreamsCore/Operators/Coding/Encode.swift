extension Publisher where Output: Encodable {
  /// Encodes each value with `encoder`, or fails with the error that it throws.
  @_transparent public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> {
    Publishers.Encode(upstream: self, encoder: encoder)
  }
}

extension Publishers {
  /// Encodes each upstream value, or fails with the encoder's error.
  @frozen public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: FilteringPublisher
  where Upstream.Output: Encodable {
    public typealias Output = Coder.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    @usableFromInline let encoder: Coder

    /// Creates the publisher that `encode(encoder:)` returns.
    @_transparent public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }

    @inlinable var stage: EncodeStage<Upstream.Output, Coder> { .init(encoder: encoder) }
  }
}

@frozen @usableFromInline struct EncodeStage<Input: Encodable, Coder: TopLevelEncoder>: FilteringStage {
  @usableFromInline typealias Output = Coder.Output
  @usableFromInline let encoder: Coder

  @inlinable init(encoder: Coder) { self.encoder = encoder }

  @usableFromInline var name: StaticString { "Encode" }
  @inlinable @inline(__always) static var needsNoSubscription: Bool { true }
  @usableFromInline var labels: [StaticString] { SubscriptionStatus.codingLabels }
  @usableFromInline func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Void) -> [Any] {
    [downstream] + status.codingValues
  }

  @inlinable
  func step<H: StageHost>(_ input: Input, in host: H) throws -> FilteringStep<Coder.Output> where H.State == Void {
    .emit(try encoder.encode(input))
  }
}

extension SubscriptionStatus {
  /// The children of the mirrors of `encode` and `decode`.
  static var codingLabels: [StaticString] { ["downstream", "finished", "upstreamSubscription"] }
  /// The values after the downstream.
  var codingValues: [Any] {
    switch self {
    case .awaitingSubscription: [false, (any Subscription)?.none as Any]
    case .subscribed(let upstream): [false, (any Subscription)?.some(upstream) as Any]
    case .terminal: [true, (any Subscription)?.none as Any]
    }
  }
}

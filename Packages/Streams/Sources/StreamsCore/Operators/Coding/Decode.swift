extension Publisher {
  /// Decodes each value with `decoder`, or fails with the error that it throws.
  @_transparent public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    Publishers.Decode(upstream: self, decoder: decoder)
  }
}

extension Publishers {
  /// Decodes each upstream value, or fails with the decoder's error.
  @frozen public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: FilteringPublisher
  where Upstream.Output == Coder.Input {
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    @usableFromInline let decoder: Coder

    /// Creates the publisher that `decode(type:decoder:)` returns.
    @_transparent public init(upstream: Upstream, decoder: Coder) {
      self.upstream = upstream
      self.decoder = decoder
    }

    @inlinable var stage: DecodeStage<Output, Coder> { .init(decoder: decoder) }
  }
}

@frozen @usableFromInline struct DecodeStage<Output: Decodable, Coder: TopLevelDecoder>: FilteringStage {
  @usableFromInline typealias Input = Coder.Input
  @usableFromInline let decoder: Coder

  @inlinable init(decoder: Coder) { self.decoder = decoder }

  @usableFromInline var name: StaticString { "Decode" }
  @inlinable @inline(__always) static var needsNoSubscription: Bool { true }
  @usableFromInline var labels: [StaticString] { SubscriptionStatus.codingLabels }
  @usableFromInline func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Void) -> [Any] {
    [downstream] + status.codingValues
  }

  @inlinable
  func step<H: StageHost>(_ input: Coder.Input, in host: H) throws -> FilteringStep<Output> where H.State == Void {
    .emit(try decoder.decode(Output.self, from: input))
  }
}

extension Publisher where Output: Encodable {
  /// Encodes each value with `encoder`, or fails with the error that it throws.
  @_transparent @_alwaysEmitIntoClient public func encode<Coder: TopLevelEncoder>(encoder: Coder)
    -> Publishers.Encode<Self, Coder>
  {
    Publishers.Encode(upstream: self, encoder: encoder)
  }
}

extension Publishers {
  /// Encodes each upstream value, or fails with the encoder's error.
  @frozen public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: OwnPublisher
  where Upstream.Output: Encodable {
    public typealias Output = Coder.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    @_alwaysEmitIntoClient let encoder: Coder

    /// Creates the publisher that `encode(encoder:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(TryMapStage("Encode", showsState: true) { [encoder] in try encoder.encode($0) }, node)
    }
  }

  /// Decodes each upstream value, or fails with the decoder's error.
  @frozen public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: OwnPublisher
  where Upstream.Output == Coder.Input {
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    @_alwaysEmitIntoClient let decoder: Coder

    /// Creates the publisher that `decode(type:decoder:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, decoder: Coder) {
      self.upstream = upstream
      self.decoder = decoder
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(
        TryMapStage("Decode", showsState: true) { [decoder] in try decoder.decode(Output.self, from: $0) }, node)
    }
  }
}

extension Publisher {
  /// Decodes each value with `decoder`, or fails with the error that it throws.
  @_transparent @_alwaysEmitIntoClient public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    Publishers.Decode(upstream: self, decoder: decoder)
  }
}

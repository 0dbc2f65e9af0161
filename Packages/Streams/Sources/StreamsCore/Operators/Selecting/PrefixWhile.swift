extension Publisher {
  /// Sends values while `predicate` is true, and finishes at the first value for which it is false.
  @_transparent @_alwaysEmitIntoClient public func prefix(while predicate: @escaping (Output) -> Bool)
    -> Publishers.PrefixWhile<Self>
  {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }

  /// Sends values while `predicate` is true, and finishes at the first value for which it is false. Fails with the
  /// error that `predicate` throws.
  @_transparent @_alwaysEmitIntoClient public func tryPrefix(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryPrefixWhile<Self> {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Sends the upstream values before the first one for which a closure is false.
  @frozen public struct PrefixWhile<Upstream: Publisher>: FilteringPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns true to continue.
    @_alwaysEmitIntoClient public let predicate: (Output) -> Bool

    /// Creates the publisher that `prefix(while:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient var stage: TryFilterStage<Output> { .init("PrefixWhile", isPrefix: true, predicate) }
  }

  /// Sends the upstream values before the first one for which a closure is false, or fails with the error that it
  /// throws.
  @frozen public struct TryPrefixWhile<Upstream: Publisher>: FilteringPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns true to continue.
    @_alwaysEmitIntoClient public let predicate: (Output) throws -> Bool

    /// Creates the publisher that `tryPrefix(while:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @_alwaysEmitIntoClient var stage: TryFilterStage<Output> { .init("TryPrefixWhile", isPrefix: true, predicate) }
  }
}

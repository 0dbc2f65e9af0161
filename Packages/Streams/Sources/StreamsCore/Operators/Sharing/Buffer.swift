extension Publisher {
  /// Keeps up to `size` values until the subscriber requests them.
  ///
  /// When the upstream finishes, the kept values are still sent on demand. A failure of the upstream is delivered as
  /// soon as there is no demand, and the values kept then are dropped. A failure by `whenFull` is delivered after the
  /// kept values. Subscribing traps if `size` is negative.
  ///
  /// - Parameters:
  ///   - size: the number of values to keep.
  ///   - prefetch: the number of values to request from the upstream.
  ///   - whenFull: the action for a value without room.
  @_transparent @_alwaysEmitIntoClient public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// The number of values that a buffer requests from its upstream.
  public enum PrefetchStrategy: Hashable, Sendable {
    /// Requests as many values as there is room for: first its size (nothing if that is 0), then one for each value sent.
    case keepFull
    /// Requests unlimited values.
    case byRequest
  }

  /// The action of a full buffer for another value.
  public enum BufferingStrategy<Failure: Error> {
    /// Drops the new value.
    case dropNewest
    /// Drops the oldest value.
    case dropOldest
    /// Cancels the upstream, sends the kept values on demand, then fails with the error that the closure returns.
    case customError(() -> Failure)
  }

  /// Keeps the upstream's values until they are requested.
  @frozen public struct Buffer<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The number of values to keep.
    @_alwaysEmitIntoClient public let size: Int
    /// The number of values to request from the upstream.
    @_alwaysEmitIntoClient public let prefetch: Publishers.PrefetchStrategy
    /// The action for a value without room.
    @_alwaysEmitIntoClient public let whenFull: Publishers.BufferingStrategy<Upstream.Failure>

    /// Creates the publisher that `buffer(size:prefetch:whenFull:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, size: Int, prefetch: Publishers.PrefetchStrategy,
      whenFull: Publishers.BufferingStrategy<Failure>
    ) {
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      require(size >= 0, "buffer", "the size must not be negative")
      upstream._attach(node: BufferSubscriber(size, prefetch, whenFull, downstream))
    }
  }
}

extension Publisher {
  /// Stores up to `size` values that the subscriber has not requested yet.
  ///
  /// When the upstream finishes, what is kept is still sent as it is requested. A failure of the upstream is delivered
  /// as soon as there is no demand; what is kept then is dropped. A failure by `whenFull` follows what is kept.
  ///
  /// - Parameters:
  ///   - size: how many values to keep; must not be negative.
  ///   - prefetch: how many to ask the upstream for.
  ///   - whenFull: what to do with a value for which there is no room.
  @inlinable public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// How many values a buffer requests from its upstream.
  public enum PrefetchStrategy: Hashable, Sendable {
    /// As many as there is room for: at first its size, then as many as are taken out.
    case keepFull
    /// Everything.
    case byRequest
  }

  /// What a full buffer does with one more value.
  public enum BufferingStrategy<Failure: Error> {
    /// Drops it.
    case dropNewest
    /// Drops the oldest value, to make room.
    case dropOldest
    /// Cancels the upstream and, once what is kept has been requested and sent, fails with the error that the closure
    /// makes.
    case customError(() -> Failure)
  }

  /// Stores the upstream's values until they are requested.
  @frozen public struct Buffer<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// How many values are kept.
    public let size: Int
    /// How many values are requested.
    public let prefetch: Publishers.PrefetchStrategy
    /// What happens to a value for which there is no room.
    public let whenFull: Publishers.BufferingStrategy<Upstream.Failure>

    /// The publisher returned by `buffer(size:prefetch:whenFull:)`.
    @inlinable public init(
      upstream: Upstream, size: Int, prefetch: Publishers.PrefetchStrategy,
      whenFull: Publishers.BufferingStrategy<Failure>
    ) {
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      require(size >= 0, "buffer", "the size must not be negative")
      upstream.attach(node: BufferSubscriber(size, prefetch, whenFull, subscriber._erased()))
    }
  }
}

extension Publisher {
  /// Shares one subscription to this publisher among all subscribers.
  ///
  /// The first subscriber subscribes to the upstream. The first request of any subscriber requests unlimited values
  /// from it. The upstream is cancelled when the last subscriber cancels. A subscriber receives the values sent while
  /// it is attached, if it has requested them. After the end, a new subscriber receives only the completion.
  @inlinable @inline(__always) public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}

extension Publishers {
  /// Shares one subscription to its upstream among all subscribers. It is a class, so that all copies share one
  /// upstream.
  public final class Share<Upstream: Publisher>: Publisher, Equatable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The shared publisher.
    public final let upstream: Upstream

    @usableFromInline let inner: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>

    /// Creates a publisher that shares `upstream`.
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
      inner = Autoconnect(upstream: Multicast(upstream: upstream) { PassthroughSubject() })
    }

    @inlinable @inline(__always)
    public final func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      // Erased, to save one more specialisation for each chain.
      inner.receive(subscriber: subscriber._erased())
    }

    /// Whether both values are the same object.
    public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
  }
}

extension Publisher {
  /// Shares one subscription to this publisher among all subscribers.
  ///
  /// The first subscriber subscribes to the upstream. The first request of any subscriber requests unlimited values
  /// from it. The upstream is cancelled when the last subscriber cancels. A subscriber receives the values sent while
  /// it is attached, if it has requested them. After the end, a new subscriber receives only the completion.
  @_transparent public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}

extension Publishers {
  /// Shares one subscription to its upstream among all subscribers. It is a class, so that all copies share one
  /// upstream.
  public final class Share<Upstream: Publisher>: Publisher, Equatable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The shared publisher.
    public final let upstream: Upstream

    /// Without the type of the upstream, so that a user's chain specialises it once for each type of value.
    @usableFromInline let shared:
      Autoconnect<Multicast<AnyPublisher<Output, Failure>, PassthroughSubject<Output, Failure>>>

    /// Creates a publisher that shares `upstream`.
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
      shared = AnyPublisher(upstream).shared()
    }

    @inlinable @inline(__always) public static var _isCustom: Bool { false }

    @inlinable @inline(never)
    public final func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      shared.receive(subscriber: subscriber._erased())
    }

    /// Whether both values are the same object.
    public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
  }
}

extension AnyPublisher {
  @inlinable @inline(never)
  func shared() -> Publishers.Autoconnect<Publishers.Multicast<Self, PassthroughSubject<Output, Failure>>> {
    Publishers.Autoconnect(upstream: Publishers.Multicast(upstream: self) { PassthroughSubject() })
  }
}

extension Publisher where Failure == Never {
  /// Sends nothing before `connect()` is called, so that all subscribers can be there from the first value on.
  @inlinable @inline(__always) public func makeConnectable() -> Publishers.MakeConnectable<Self> {
    Publishers.MakeConnectable(upstream: self)
  }
}

extension Publishers {
  /// Sends the upstream's values to all subscribers, from `connect()` on. Copies share subscribers and connections.
  @frozen public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let inner: Multicast<Upstream, PassthroughSubject<Output, Failure>>

    /// A publisher that connects to `upstream` when it is told to.
    @inlinable @inline(__always) public init(upstream: Upstream) {
      inner = Multicast(upstream: upstream) { PassthroughSubject() }
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      inner.receive(subscriber: subscriber)
    }

    /// Subscribes to the upstream; release or cancel the result to end it.
    public func connect() -> any Cancellable { inner.connect() }
  }
}

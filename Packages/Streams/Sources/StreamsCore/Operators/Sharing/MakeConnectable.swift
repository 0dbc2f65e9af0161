extension Publisher where Failure == Never {
  /// Sends nothing until `connect()` is called, so that all subscribers can receive the first value.
  @_transparent @_alwaysEmitIntoClient public func makeConnectable() -> Publishers.MakeConnectable<Self> {
    Publishers.MakeConnectable(upstream: self)
  }
}

extension Publishers {
  /// Sends the upstream's values to all subscribers, starting with `connect()`. Copies share subscribers and
  /// connections.
  @frozen public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher, OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @_alwaysEmitIntoClient let inner: Multicast<Upstream, PassthroughSubject<Output, Failure>>

    /// Creates a publisher that subscribes to `upstream` when `connect()` is called.
    @_alwaysEmitIntoClient @inline(__always) public init(upstream: Upstream) {
      inner = Multicast(upstream: upstream) { PassthroughSubject() }
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) { inner._attach(node: node) }

    /// Subscribes to the upstream. Cancel or release the returned value to disconnect.
    public func connect() -> any Cancellable { inner.connect() }
  }
}

extension Publishers.MakeConnectable: EarlyConnecting {
  func connect(_ keep: @escaping (any Cancellable) -> Void) { inner.connect(keep) }
}

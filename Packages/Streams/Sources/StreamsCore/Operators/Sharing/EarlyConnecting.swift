/// A connectable publisher that hands out its connection before the first value.
protocol EarlyConnecting {
  /// Calls `begin` with the connection, and then subscribes to the upstream.
  func connect(_ begin: @escaping (any Cancellable) -> Void)
}

extension ConnectablePublisher {
  /// Connects, and calls `begin` with the connection, before the first value if this publisher can do so.
  @usableFromInline func connectEarly(_ begin: @escaping (any Cancellable) -> Void) {
    if let me = self as? any EarlyConnecting { me.connect(begin) } else { begin(connect()) }
  }
}

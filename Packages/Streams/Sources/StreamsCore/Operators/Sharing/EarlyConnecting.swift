/// A connectable publisher that hands out its connection before the first value.
protocol EarlyConnecting {
  /// Calls `keep` with the connection, and then subscribes to the upstream.
  func connect(_ keep: @escaping (any Cancellable) -> Void)
}

extension ConnectablePublisher {
  /// Connects, and calls `keep` with the connection, before the first value if this publisher can do so.
  @usableFromInline func connectEarly(_ keep: @escaping (any Cancellable) -> Void) {
    if let me = self as? any EarlyConnecting { me.connect(keep) } else { keep(connect()) }
  }
}

/// A publisher that sends nothing until `connect()` is called.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Connects to the upstream. Cancel the returned value to disconnect.
  func connect() -> any Cancellable

  /// Connects, and calls `begin` with the connection: before the first value, if the publisher can do so. Internal to
  /// Streams: do not implement it.
  func _connect(_ begin: @escaping (any Cancellable) -> Void)
}

extension ConnectablePublisher {
  public func _connect(_ begin: @escaping (any Cancellable) -> Void) { begin(connect()) }
}

/// A publisher that sends nothing until `connect()` is called.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Connects to the upstream. Cancel the returned value to disconnect.
  func connect() -> any Cancellable
}

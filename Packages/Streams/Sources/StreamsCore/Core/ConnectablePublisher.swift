/// A publisher that sends nothing before `connect()`.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Connects to the upstream; cancel the result to disconnect.
  func connect() -> any Cancellable
}

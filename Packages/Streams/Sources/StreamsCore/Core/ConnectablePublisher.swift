/// A publisher that sends nothing before it is told to connect.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Connects to the upstream; cancel the result to disconnect.
  func connect() -> any Cancellable
}

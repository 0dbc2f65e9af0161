/// A publisher with methods that send values into the stream.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers.
  func send(_ value: Output)
  /// Ends the stream for all current and later subscribers.
  func send(completion: Subscribers.Completion<Failure>)
  /// Adds an upstream, from which the subject requests unlimited values: immediately if the subject keeps values or a
  /// subscriber has made a request before, otherwise at the first request of a subscriber.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends an event that carries no value.
  public func send() { send(()) }
}

extension Publisher {
  /// Forwards all events to `subject`, until the returned value is cancelled or released. Does not keep `subject`
  /// alive.
  @_alwaysEmitIntoClient public func subscribe(_ subject: some Subject<Output, Failure>) -> AnyCancellable {
    let subscriber = SubjectSubscriber(subject)
    let cancellable = AnyCancellable(subscriber)
    _attach(node: subscriber)
    return cancellable
  }
}

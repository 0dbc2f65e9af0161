/// A publisher with methods that send values into the stream.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers.
  func send(_ value: Output)
  /// Ends the stream for all subscribers, present and future.
  func send(completion: Subscribers.Completion<Failure>)
  /// Gives the subject an upstream, of which it asks everything: immediately if it keeps values, or else as soon as a
  /// subscriber asks for anything.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends an event that carries no value.
  public func send() { send(()) }
}

extension Publisher {
  /// Forwards everything to `subject`, until the result is cancelled or released. Does not keep `subject` alive.
  @inlinable public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where Failure == S.Failure, Output == S.Output {
    let subscriber = SubjectSubscriber(subject)
    let cancellable = AnyCancellable(subscriber)
    attach(node: subscriber)
    return cancellable
  }
}

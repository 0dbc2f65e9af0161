/// A subject that sends each value to the subscribers that have requested one, and keeps no values.
///
/// `send` may be called from any thread. If another thread is delivering, the value waits behind earlier ones, and
/// usually that thread delivers it. A reentrant send is delivered before it returns, unless earlier events are pending.
/// It is then delivered after them.
public final class PassthroughSubject<Output, Failure: Error>: Subject, OwnPublisher {
  @_alwaysEmitIntoClient let core = SubjectCore<Output, Failure>("PassthroughSubject")

  /// Creates a subject without subscribers.
  public init() {}

  deinit { core.shutDown() }

  /// Adds an upstream. Unlimited values are requested from it at the first request of a subscriber, or immediately if
  /// there has been one.
  public func send(subscription: any Subscription) { core.add(upstream: subscription) }

  /// Sends a value to the subscribers that have requested one.
  @_alwaysEmitIntoClient public func send(_ input: Output) { core.send(input) }

  /// Ends the stream for all current and later subscribers. Later events are ignored.
  public func send(completion: Subscribers.Completion<Failure>) { core.send(completion: completion) }

  @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) { core.add(node, parent: self) }
}

/// A subject that keeps its last value, and sends it first to each new subscriber.
///
/// A subscriber without demand misses values. With its next request it receives the latest one.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, OwnPublisher {
  @_alwaysEmitIntoClient let core: SubjectCore<Output, Failure>

  /// Creates a subject whose current value is `value`.
  public init(_ value: Output) { core = SubjectCore("CurrentValueSubject", current: value, .whenSent) }

  deinit { core.shutDown() }

  /// The current value. Setting it sends the new value. After the completion, a new value is stored but not sent, and
  /// `send` has no effect.
  public var value: Output {
    get { core.value }
    set { core.set(newValue) }
  }

  /// Adds an upstream, and requests unlimited values from it immediately.
  public func send(subscription: any Subscription) { core.add(upstream: subscription) }

  /// Makes `input` the current value, and sends it to the subscribers that have requested one.
  @_alwaysEmitIntoClient public func send(_ input: Output) { core.keepAndSend(input) }

  /// Ends the stream for all current and later subscribers. Later events are ignored.
  public func send(completion: Subscribers.Completion<Failure>) { core.send(completion: completion) }

  @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) { core.add(node, parent: self) }
}

/// A subject that keeps nothing: each value goes to the current subscribers that have requested it, and is dropped for
/// others.
///
/// `send` may be called from any thread. While one thread delivers, what another sends is delivered by the first, in
/// order. A send from within a delivery is delivered before it returns, unless something that was sent earlier still
/// waits: then it waits behind that.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline let broadcaster = SubjectCore<Output, Failure>()

  /// A subject without subscribers.
  public init() {}

  deinit {
    broadcaster.upstreams.cancel()
    broadcaster.forget()
  }

  /// Gives the subject an upstream, and requests unlimited values at the first request of a subscriber.
  public func send(subscription: any Subscription) { broadcaster.upstreams.add(subscription) }

  /// Sends a value to the subscribers that want one.
  @inlinable public func send(_ input: Output) { broadcaster.send(input) }

  /// Ends the stream for all subscribers, present and future; later events are ignored.
  public func send(completion: Subscribers.Completion<Failure>) { broadcaster.send(completion: completion) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    broadcaster.add(subscriber._erased(), parent: self)
  }
}

// Its state is guarded by its broadcaster; only values cross threads.
extension PassthroughSubject: @unchecked Sendable where Output: Sendable {}

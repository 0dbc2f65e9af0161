/// A subject that keeps its last value and sends it first to each new subscriber.
///
/// A subscriber without demand misses values; when it asks again it gets the latest.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  @usableFromInline let broadcaster: SubjectCore<Output, Failure>

  /// A subject whose current value is `value`.
  public init(_ value: Output) {
    broadcaster = SubjectCore(current: value, .whenSent)
    broadcaster.upstreams.wantAll()
  }

  deinit {
    broadcaster.upstreams.cancel()
    broadcaster.forget()
  }

  /// The current value. Setting it sends it. After the completion the new value is kept but not sent; `send` then
  /// changes nothing.
  public var value: Output {
    get { broadcaster.value }
    set { broadcaster.set(newValue) }
  }

  /// Gives the subject an upstream, and requests unlimited values immediately, because the subject stores the latest.
  public func send(subscription: any Subscription) { broadcaster.upstreams.add(subscription) }

  /// Sends a value to the subscribers, and keeps it.
  @inlinable public func send(_ input: Output) { broadcaster.send(input) }

  /// Ends the stream for all subscribers, present and future; later events are ignored.
  public func send(completion: Subscribers.Completion<Failure>) { broadcaster.send(completion: completion) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    broadcaster.add(subscriber._erased(), parent: self)
  }
}

// Its state is guarded by its broadcaster; only values cross threads.
extension CurrentValueSubject: @unchecked Sendable where Output: Sendable {}

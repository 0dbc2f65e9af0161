extension ConnectablePublisher {
  /// Connects when the first subscriber comes, and disconnects when the last has cancelled; then it starts anew.
  @inlinable public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}

extension Publishers {
  /// Connects its upstream while it has subscribers that have not cancelled. (One that has received a completion, and
  /// does not cancel, still counts.)
  public class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// What is connected.
    public final let upstream: Upstream

    @usableFromInline final let connections = Connections()

    /// A publisher that connects `upstream` while it has subscribers.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always)
    public final func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let connection = connections.join()
      upstream.attach(AutoconnectInner(self, connections, subscriber))
      if let connection { connections.connect(connection, upstream) }
    }
  }
}

/// A subscriber's place at a ``Publishers/Autoconnect``: passes everything on, but notices when it is cancelled.
@frozen @usableFromInline
struct AutoconnectInner<D: Subscriber>: Subscriber, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  @usableFromInline let parent: AnyObject
  @usableFromInline let connections: Connections
  @usableFromInline let downstream: D

  @inlinable init(_ parent: AnyObject, _ connections: Connections, _ downstream: D) {
    self.parent = parent
    self.connections = connections
    self.downstream = downstream
  }

  @inlinable @inline(__always) static var _weight: Int { D._weight &+ 1 }
  @inlinable @inline(__always) static var _isForeign: Bool { D._isForeign }
  @inlinable func receive(subscription: any Subscription) {
    downstream.receive(subscription: AutoconnectSubscription(subscription, connections))
  }
  @inlinable @inline(__always)
  func receive(_ input: D.Input) -> Subscribers.Demand { downstream.receive(input) }
  @inlinable func receive(completion: Subscribers.Completion<D.Failure>) {
    downstream.receive(completion: completion)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { downstream.combineIdentifier.next }
  @usableFromInline var description: String { "Autoconnect" }
  @usableFromInline var customMirror: Mirror {
    Mirror(self, children: ["parent": parent, "downstream": downstream])
  }
  @usableFromInline var playgroundDescription: Any { description }
}

import Synchronization

extension ConnectablePublisher {
  /// Connects at the first subscriber and disconnects after the last one cancels. The next subscriber connects again.
  @_alwaysEmitIntoClient public func autoconnect() -> Publishers.Autoconnect<Self> {
    Publishers.Autoconnect(upstream: self)
  }
}

extension Publishers {
  /// Keeps its upstream connected while there are subscribers that have not cancelled. A subscriber that has received
  /// the completion and has not cancelled still counts.
  public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The connectable publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream

    @_alwaysEmitIntoClient let connections = ConnectionCounter()

    /// Creates a publisher that connects `upstream` while it has subscribers.
    public init(upstream: Upstream) { self.upstream = upstream }

    @_alwaysEmitIntoClient @inline(__always) public static var _traits: ((Autoconnect) -> Output?)?? {
      Upstream._isCustom ? nil : .some(nil)
    }

    @_alwaysEmitIntoClient @inline(__always) public func receive(subscriber: some Subscriber<Output, Failure>) {
      let number = connections.addUse()
      upstream.attach(AutoconnectStage<Output, Failure>(self, connections), subscriber)
      if let number { connections.start(number, upstream.connectEarly) }
    }
  }
}

/// Forwards all events to a subscriber of a ``Publishers/Autoconnect``. Its subscription counts its cancellation.
@frozen @usableFromInline struct AutoconnectStage<Input, Failure: Error>: StatelessStage {
  @usableFromInline typealias Output = Input

  @_alwaysEmitIntoClient let parent: AnyObject
  @_alwaysEmitIntoClient let connections: ConnectionCounter

  @_alwaysEmitIntoClient init(_ parent: AnyObject, _ connections: ConnectionCounter) {
    self.parent = parent
    self.connections = connections
  }

  @_alwaysEmitIntoClient @inline(__always) var looksAtSubscription: Bool { true }
  @_alwaysEmitIntoClient var name: StaticString { "Autoconnect" }
  @_alwaysEmitIntoClient var labels: [StaticString] { ["parent", "downstream"] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Void) -> [Any] {
    [parent, downstream]
  }

  @_alwaysEmitIntoClient func receive<D: Subscriber>(subscription: any Subscription, _ downstream: D) {
    downstream.receive(subscription: AutoconnectSubscription(subscription, connections))
  }
}

/// The subscription of a counted subscriber. It wraps the connectable publisher's subscription, and is described as that.
@usableFromInline
final class AutoconnectSubscription: _Node, Subscription {
  private let upstream: any Subscription
  private let use: ConnectionUse
  private let isCancelled = Atomic<Bool>(false)

  @usableFromInline init(_ upstream: any Subscription, _ connections: ConnectionCounter) {
    self.upstream = upstream
    use = ConnectionUse(connections)
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { upstream.request(demand) }

  @usableFromInline func cancel() {
    if isCancelled.exchange(true, ordering: .acquiringAndReleasing) { return }
    upstream.cancel()
    use.cancel()
  }

  override var isOwn: Bool { upstream.isOwn }
  override var isOperator: Bool { true }
  override var late: (any Subscription)? { use }
  override var labels: [StaticString] { (upstream._object as? _Node)?.labels ?? [] }
  @usableFromInline var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }
  override var wrapped: Any? { upstream }
}

/// A subscriber's use of a connection, which ends once. It is all that is left of its subscription after the end of the
/// stream, and may end before the subscription if two threads cancel.
private final class ConnectionUse: _Node, Subscription {
  private let connections: ConnectionCounter
  private let isOver = Atomic<Bool>(false)

  init(_ connections: ConnectionCounter) { self.connections = connections }

  func request(_ demand: Subscribers.Demand) {}
  func cancel() { if !isOver.exchange(true, ordering: .acquiringAndReleasing) { connections.removeUse() } }
  override var hasEnded: Bool { isOver.load(ordering: .relaxed) }
}

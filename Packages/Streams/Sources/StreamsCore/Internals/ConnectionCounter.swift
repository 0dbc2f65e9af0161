import Synchronization

/// Counts the subscribers of a ``Publishers/Autoconnect``, and keeps it connected while there are any.
@usableFromInline final class ConnectionCounter {
  private let lock = Lock()
  // Guarded by `lock`.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var current: PendingConnection?

  @usableFromInline init() {}

  /// Counts one more subscriber. Returns a connection to start for the first one.
  @usableFromInline func join() -> PendingConnection? {
    lock.withLock {
      count += 1
      if current != nil { return nil }
      current = PendingConnection()
      return current
    }
  }

  /// Counts one subscriber less. The last one ends the connection.
  @usableFromInline func leave() {
    let connection: PendingConnection? = lock.withLock {
      count -= 1
      if count > 0 { return nil }
      defer { current = nil }
      return current
    }
    connection?.cancel()
  }

  /// Connects `upstream`, unless all subscribers have left already.
  @usableFromInline func connect<P: ConnectablePublisher>(_ connection: PendingConnection, _ upstream: P) {
    if connection.hasEnded { return }
    if let upstream = upstream as? any EarlyConnectable {
      upstream.connect(connection)
    } else {
      connection.begin(upstream.connect())
    }
  }
}

/// The subscription of a counted subscriber. It is described as the subscription of the connectable publisher that it
/// wraps.
@usableFromInline
final class AutoconnectSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  /// Constant after the subscriber has received this.
  @exclusivity(unchecked) private var upstream: any Subscription
  private let connections: ConnectionCounter
  private let isCancelled = Atomic<Bool>(false)

  @usableFromInline init(_ upstream: any Subscription, _ connections: ConnectionCounter) {
    self.upstream = upstream
    self.connections = connections
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { upstream.request(demand) }

  @usableFromInline func cancel() {
    if isCancelled.exchange(true, ordering: .acquiringAndReleasing) { return }
    upstream.cancel()
    connections.leave()
  }

  @usableFromInline var _detachable: any Subscription {
    upstream = upstream._detachable
    return self
  }

  @usableFromInline var _isForeign: Bool { false }
  @usableFromInline var _keepsSubscriber: Bool? { upstream._keepsSubscriber }
  @usableFromInline var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }
  @usableFromInline var description: String { String(describing: upstream) }
  @usableFromInline var customMirror: Mirror { Mirror(reflecting: upstream) }
  @usableFromInline var playgroundDescription: Any {
    (upstream as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
  }
}

/// Ends a connection. It exists before the connection starts, so that the connection can be ended before its first
/// value.
@usableFromInline final class PendingConnection: Cancellable {
  private let lock = Lock()
  // Guarded by `lock`.
  @exclusivity(unchecked) private var cancellable: (any Cancellable)?
  @exclusivity(unchecked) private var isCut = false

  @usableFromInline init() {}

  /// Starts the connection, or ends it immediately if it has been cancelled already.
  @usableFromInline func begin(_ cancellable: any Cancellable) {
    let comesTooLate = lock.withLock {
      if !isCut { self.cancellable = cancellable }
      return isCut
    }
    if comesTooLate { cancellable.cancel() }
  }

  @usableFromInline func cancel() {
    let known: (any Cancellable)? = lock.withLock {
      isCut = true
      defer { cancellable = nil }
      return cancellable
    }
    known?.cancel()
  }

  var hasEnded: Bool { lock.withLock { isCut } }
}

/// A connectable publisher whose connection can be cancelled before its first value arrives.
protocol EarlyConnectable {
  func connect(_ connection: PendingConnection)
}

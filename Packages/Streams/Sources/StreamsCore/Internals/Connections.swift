import Synchronization

/// Who counts on the connection of a ``Publishers/Autoconnect``.
@usableFromInline final class Connections {
  private let lock = Lock()
  // Guarded by `lock`.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var current: PendingConnection?

  @usableFromInline init() {}

  /// Counts one subscriber more. The first is given a connection to make.
  @usableFromInline func join() -> PendingConnection? {
    lock.withLock {
      count += 1
      if current != nil { return nil }
      current = PendingConnection()
      return current
    }
  }

  /// Counts one subscriber less; the last ends the connection.
  @usableFromInline func leave() {
    let connection: PendingConnection? = lock.withLock {
      count -= 1
      if count > 0 { return nil }
      defer { current = nil }
      return current
    }
    connection?.cancel()
  }

  /// Connects `upstream`, unless everyone has left already.
  @usableFromInline func connect<P: ConnectablePublisher>(_ connection: PendingConnection, _ upstream: P) {
    if connection.hasEnded { return }
    if let upstream = upstream as? any EarlyConnectable {
      upstream.connect(connection)
    } else {
      connection.begin(upstream.connect())
    }
  }
}

/// The subscription of a connectable publisher, which it shows itself as, to someone who counts on the connection.
@usableFromInline
final class AutoconnectSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  /// Constant once the subscriber has it.
  @exclusivity(unchecked) private var upstream: any Subscription
  private let connections: Connections
  private let isCancelled = Atomic<Bool>(false)

  @usableFromInline init(_ upstream: any Subscription, _ connections: Connections) {
    self.upstream = upstream
    self.connections = connections
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { upstream.request(demand) }

  @usableFromInline func cancel() {
    if isCancelled.exchange(true, ordering: .acquiringAndReleasing) { return }
    upstream.cancel()
    connections.leave()
  }

  @usableFromInline var _line: any Subscription {
    upstream = upstream._line
    return self
  }

  @usableFromInline var _isForeign: Bool { false }
  @usableFromInline var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }
  @usableFromInline var description: String { String(describing: upstream) }
  @usableFromInline var customMirror: Mirror { Mirror(reflecting: upstream) }
  @usableFromInline var playgroundDescription: Any {
    (upstream as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
  }
}

import Synchronization

/// Who counts on the connection of a ``Publishers/Autoconnect``.
@usableFromInline final class Connections {
  /// One stretch of being connected.
  @usableFromInline final class Connection {
    // Guarded by the lock of `Connections`.
    @exclusivity(unchecked) fileprivate var cancellable: (any Cancellable)?
    @exclusivity(unchecked) fileprivate var isCut = false
  }

  private let lock = Lock()
  // Guarded by `lock`.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var current: Connection?

  @usableFromInline init() {}

  /// Counts one subscriber more. The first is given a connection to make.
  @usableFromInline func join() -> Connection? {
    lock.withLock {
      count += 1
      if current != nil { return nil }
      current = Connection()
      return current
    }
  }

  /// Counts one subscriber less; the last ends the connection.
  @usableFromInline func leave() {
    let cancellable: (any Cancellable)? = lock.withLock {
      count -= 1
      guard count == 0, let connection = current else { return nil }
      current = nil
      connection.isCut = true
      defer { connection.cancellable = nil }
      return connection.cancellable
    }
    cancellable?.cancel()
  }

  /// Connects `upstream`, unless everyone has left already.
  @usableFromInline func connect<P: ConnectablePublisher>(_ connection: Connection, _ upstream: P) {
    if lock.withLock({ connection.isCut }) { return }
    if let upstream = upstream as? any EarlyConnectable {
      upstream.connect { keep($0, for: connection) }
    } else {
      keep(upstream.connect(), for: connection)
    }
  }

  private func keep(_ cancellable: any Cancellable, for connection: Connection) {
    let isCut = lock.withLock {
      if !connection.isCut { connection.cancellable = cancellable }
      return connection.isCut
    }
    if isCut { cancellable.cancel() }
  }
}

/// The subscription of a connectable publisher, which it shows itself as, to someone who counts on the connection.
@usableFromInline
final class AutoconnectSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  private let upstream: any Subscription
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

  @usableFromInline var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }
  @usableFromInline var description: String { String(describing: upstream) }
  @usableFromInline var customMirror: Mirror { Mirror(reflecting: upstream) }
  @usableFromInline var playgroundDescription: Any {
    (upstream as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
  }
}

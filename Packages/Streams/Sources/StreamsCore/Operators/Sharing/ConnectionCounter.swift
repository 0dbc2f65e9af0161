import Synchronization

/// Counts the uses of a connectable publisher. The first use connects it, and the end of the last one disconnects it.
@usableFromInline final class ConnectionCounter {
  private let lock = Lock()
  // Guarded by `lock`.
  @exclusivity(unchecked) private var count = 0
  /// The number of connections that have ended. It identifies the current one.
  @exclusivity(unchecked) private var number = 0
  /// Nil until the current connection begins.
  @exclusivity(unchecked) private var connection: (any Cancellable)?

  @usableFromInline init() {}

  /// Counts one more use. Returns the number of the connection to start if it is the first.
  @usableFromInline func add() -> Int? {
    lock.withLock {
      count += 1
      return count == 1 ? number : nil
    }
  }

  /// Ends one use. The end of the last one ends the connection, even before its first value.
  @usableFromInline func remove() {
    let ended: (any Cancellable)? = lock.withLock {
      count -= 1
      if count > 0 { return nil }
      number += 1
      defer { connection = nil }
      return connection
    }
    ended?.cancel()
  }

  /// Connects `upstream`, unless the connection has ended already.
  @usableFromInline func start<P: ConnectablePublisher>(_ number: Int, _ upstream: P) {
    if lock.withLock({ number == self.number }) { upstream._connect { self.begin(number, $0) } }
  }

  /// Keeps a connection that begins, or cancels it immediately if it has ended already.
  private func begin(_ number: Int, _ connection: any Cancellable) {
    let isTooLate = lock.withLock {
      if number == self.number { self.connection = connection }
      return number != self.number
    }
    if isTooLate { connection.cancel() }
  }
}

/// The subscription of a counted subscriber. It is described as the subscription of the connectable publisher that it
/// wraps.
@usableFromInline
final class AutoconnectSubscription: HostSubscription, CustomPlaygroundDisplayConvertible {
  private let upstream: any Subscription
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
    connections.remove()
  }

  @usableFromInline var labels: [StaticString] { upstream.asHost?.labels ?? [] }
  @usableFromInline var _isForeign: Bool { upstream._isForeign }
  @usableFromInline var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }
  @usableFromInline var description: String { String(describing: upstream) }
  @usableFromInline var customMirror: Mirror { Mirror(reflecting: upstream) }
  @usableFromInline var playgroundDescription: Any {
    (upstream as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
  }
}

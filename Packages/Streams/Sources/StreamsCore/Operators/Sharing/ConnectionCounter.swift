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
    guard lock.withLock({ number == self.number }) else { return }
    if let upstream = upstream as? any EarlyConnecting {
      upstream.connect { self.begin(number, $0) }
    } else {
      begin(number, upstream.connect())
    }
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

/// A connectable publisher that hands out its connection before the first value.
protocol EarlyConnecting {
  /// Calls `begin` with the connection, and then subscribes to the upstream.
  func connect(_ begin: @escaping (any Cancellable) -> Void)
}

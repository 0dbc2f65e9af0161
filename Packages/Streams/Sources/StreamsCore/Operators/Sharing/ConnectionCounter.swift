/// Counts the uses of a connection. The first use to call `start` connects it, and the end of the last one disconnects it.
/// That need not be the first use counted: its subscriber may still be receiving its subscription.
///
/// The last use may end before the connection begins, on another thread or within `connect`. The number then no longer
/// identifies the connection, so it is not started, or cancelled when it begins.
@usableFromInline class ConnectionCounter {
  private let lock = Lock()
  // Guarded by `lock`.
  private var count = 0
  /// Identifies the current connection: the number of connections that have ended.
  private var number = 0
  /// Whether a thread makes the current connection, or has made it.
  private var isStarted = false
  /// Nil until the current connection begins.
  private var connection: Connection?

  /// A connection, and a function that makes it ignore further values. That may be called with a lock held.
  @usableFromInline typealias Connection = (cancellable: any Cancellable, silence: () -> Void)

  @usableFromInline init() {}

  /// Counts one more use. Returns the number of the connection, for ``start(_:_:)``; nil if it has been started.
  @usableFromInline final func add() -> Int? {
    lock.withLock {
      count += 1
      return isStarted ? nil : number
    }
  }

  /// Ends one use. The end of the last one ends the connection, even before its first value.
  final func remove() {
    let ended: Connection? = lock.withLock {
      count -= 1
      if count > 0 { return nil }
      number += 1
      isStarted = false
      // The next use may connect before the call of `cancel`. Otherwise two connections would send into one subject. An
      // event that has passed the look at the connection's state is still sent.
      connection?.silence()
      defer { connection = nil }
      return connection
    }
    ended?.cancellable.cancel()
  }

  /// Called when a connection has ended itself. Counts one more use, which never ends, so that no other connection
  /// starts. Returns false if the last use has ended before.
  @usableFromInline final func countForever(_ number: Int) -> Bool {
    lock.withLock {
      if number == self.number { count += 1 }
      return number == self.number
    }
  }

  /// Starts the connection, unless it has been started or has ended. `connect` makes it, and calls `begin` with it, if
  /// possible before the first value, so that a subscriber can end it.
  @usableFromInline final func start(_ number: Int, _ connect: (_ begin: @escaping (Connection) -> Void) -> Void) {
    let isFirst = lock.withLock {
      if number != self.number || isStarted { return false }
      isStarted = true
      return true
    }
    if isFirst { connect { self.begin(number, $0) } }
  }

  /// Keeps a connection that begins, or cancels it immediately if it has ended already.
  private func begin(_ number: Int, _ connection: Connection) {
    let isTooLate = lock.withLock {
      if number == self.number { self.connection = connection }
      return number != self.number
    }
    if isTooLate { connection.cancellable.cancel() }
  }
}

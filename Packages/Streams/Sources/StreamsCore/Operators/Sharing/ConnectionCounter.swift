/// Counts the uses of a connection. The first use to call `start` connects it, and the end of the last one disconnects it.
/// That need not be the first use counted: its subscriber may still be receiving its subscription.
///
/// The last use may end before the connection is kept, on another thread or within `connect`. The number then no longer
/// identifies the connection, so it is not started, or cancelled when it has been made.
///
/// A connection starts after the previous one has been cancelled. Otherwise both would send into one subject, and a timer
/// would return the connection that is about to be cancelled.
@usableFromInline class ConnectionCounter {
  private let lock = Lock()
  // Guarded by `lock`.
  private var count = 0
  /// Identifies the current connection: the number of connections that have ended.
  private var number = 0
  /// Nil until the current connection is kept.
  private var connection: (any Cancellable)?
  /// The number of the connection that a thread is making or cancelling.
  private var busy: Int?
  /// The start that waits for that thread.
  private var pending: (number: Int, connect: Connect)?

  /// Makes a connection, and calls `keep` with it, if possible before the first value, so that a subscriber can end it.
  @usableFromInline typealias Connect = (_ keep: @escaping (any Cancellable) -> Void) -> Void

  @usableFromInline init() {}

  /// Whether the current connection is being made, or has been made. The lock must be held.
  private var isStarted: Bool { connection != nil || busy == number }

  /// Counts one more use. Returns the number of the connection, for ``start(_:_:)``; nil if it has been started.
  @usableFromInline final func addUse() -> Int? {
    lock.withLock {
      count += 1
      return isStarted ? nil : number
    }
  }

  /// Ends one use. The end of the last one ends the connection, even before its first value.
  final func removeUse() {
    let ended: (any Cancellable)? = lock.withLock {
      count -= 1
      if count > 0 { return nil }
      // With a former number, it is being cancelled.
      if connection != nil { busy = number }
      number += 1
      return connection.take()
    }
    if let ended { cancel(ended) }
  }

  private func cancel(_ connection: any Cancellable) {
    connection.cancel()
    let next = lock.withLock {
      busy = nil
      return pending.take()
    }
    if let next { start(next.number, next.connect) }
  }

  /// Called when a connection has ended itself. Counts one more use, which never ends, so that no other connection
  /// starts. Returns false if the last use has ended before.
  @usableFromInline final func addEndlessUse(_ number: Int) -> Bool {
    lock.withLock {
      if number == self.number { count += 1 }
      return number == self.number
    }
  }

  /// Starts the connection, unless it has been started or has ended.
  @usableFromInline final func start(_ number: Int, _ connect: @escaping Connect) {
    let isFirst = lock.withLock {
      if number != self.number || isStarted { return false }
      if busy == nil { busy = number } else { pending = (number, connect) }
      return isStarted
    }
    if isFirst { connect { self.keep(number, $0) } }
  }

  /// Keeps a connection, or cancels it immediately if its last use has ended already.
  private func keep(_ number: Int, _ connection: any Cancellable) {
    let isCurrent = lock.withLock {
      guard number == self.number else { return false }
      (self.connection, busy) = (connection, nil)
      return true
    }
    if !isCurrent { cancel(connection) }
  }
}

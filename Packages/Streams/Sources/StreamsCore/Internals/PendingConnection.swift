/// How to end a connection, known to those who may end it before the connection begins, and before its first value comes.
@usableFromInline final class PendingConnection: Cancellable {
  private let lock = Lock()
  // Guarded by `lock`.
  @exclusivity(unchecked) private var cancellable: (any Cancellable)?
  @exclusivity(unchecked) private var isCut = false

  @usableFromInline init() {}

  /// The connection begins; at once it ends, if that has been wished already.
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

/// A connectable publisher that can say how to end its connection before its first value comes.
protocol EarlyConnectable {
  func connect(_ connection: PendingConnection)
}

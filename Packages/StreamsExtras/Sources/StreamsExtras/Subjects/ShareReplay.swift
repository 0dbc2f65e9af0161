/// When `share(replay:scope:)` discards its values.
public enum ReplayScope: Sendable {
  /// Never. After the upstream ends, new subscribers receive the values and the completion. When the last subscriber
  /// cancels, the upstream is cancelled and the values are kept: the next subscriber receives them, and the upstream is
  /// subscribed to again.
  case forever
  /// When the last subscriber cancels, or the upstream ends. The next subscriber starts from the beginning.
  case whileConnected
}

extension Publisher {
  /// Shares one upstream subscription among all subscribers, and sends each new subscriber the latest values first.
  ///
  /// The first subscriber subscribes to the upstream, and the last one to cancel cancels it. With `count` 0 and `.forever` it
  /// behaves like Combine's `share()` for subscribers with unlimited demand, but a value sent during a delivery is delivered
  /// after it. RxSwift's default scope is `.whileConnected`.
  ///
  /// Demand: unlimited for the upstream. Values without demand stay in the buffer, as in a ``ReplaySubject``.
  ///
  /// - Parameters:
  ///   - count: How many values a new subscriber receives. Traps if it is negative.
  ///   - scope: When the values are discarded.
  public func share(replay count: Int, scope: ReplayScope = .forever) -> Publishers.ShareReplay<Self> {
    require(count >= 0, "share(replay:scope:): the count must not be negative")
    return .init(upstream: self, count: count, scope: scope)
  }
}

extension Publishers {
  /// The publisher returned by `share(replay:scope:)`. Like Combine's `Share` it is a class, because it has an identity.
  public final class ShareReplay<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @_alwaysEmitIntoClient let upstream: Upstream
    private let count: Int
    @_alwaysEmitIntoClient let scope: ReplayScope
    @_alwaysEmitIntoClient let lock = Lock()
    /// Guarded by `lock`.
    private var connection: Connection?

    /// One subject, its subscribers and its upstream subscription. Guarded by the owner's lock.
    @usableFromInline final class Connection {
      @_alwaysEmitIntoClient let subject: ReplaySubject<Output, Failure>
      @_alwaysEmitIntoClient @exclusivity(unchecked) var subscribers = 0
      @_alwaysEmitIntoClient @exclusivity(unchecked) var input: Input<Output, Failure>?
      @_alwaysEmitIntoClient @exclusivity(unchecked) var hasEnded = false
      init(_ subject: ReplaySubject<Output, Failure>) { self.subject = subject }
    }

    init(upstream: Upstream, count: Int, scope: ReplayScope) {
      self.upstream = upstream
      self.count = count
      self.scope = scope
    }

    @_alwaysEmitIntoClient public func receive(subscriber: some Subscriber<Output, Failure>) {
      let connection = join()
      connection.subject.attach(subscriber) { self.leave(connection) }
      connect(connection)
    }

    @usableFromInline func join() -> Connection {
      lock.withLock {
        let current = connection ?? Connection(ReplaySubject(bufferSize: count))
        connection = current
        current.subscribers += 1
        return current
      }
    }

    /// Subscribes to the upstream, unless it is subscribed to or all subscribers have cancelled.
    @_alwaysEmitIntoClient func connect(_ connection: Connection) {
      let input: Input<Output, Failure>? = lock.withLock {
        if connection.input != nil || connection.hasEnded || connection.subscribers == 0 { return nil }
        let subject = connection.subject
        connection.input = Input(requesting: .unlimited) {
          subject.send($1)
          return .none
        } onCompletion: { [weak self] in
          if self?.end(connection, $0) != false { subject.send(completion: $1) }
        }
        return connection.input
      }
      input?.subscribe(to: upstream.eraseToAnyPublisher())
    }

    /// Called when the upstream ends. Returns false if the last subscriber has cancelled before.
    @usableFromInline func end(_ connection: Connection, _ input: Input<Output, Failure>) -> Bool {
      lock.withLock {
        // The input may belong to a later subscriber.
        if connection.input !== input { return false }
        connection.hasEnded = true
        forget(connection)
        connection.input = nil
        return true
      }
    }

    /// Called when a subscriber cancels.
    @usableFromInline func leave(_ connection: Connection) {
      lock.lock()
      connection.subscribers -= 1
      if connection.subscribers > 0 { return lock.unlock() }
      forget(connection)
      let input = connection.input
      connection.input = nil
      // The next subscriber may connect before the call of `cancel`. Otherwise two inputs would send into one subject. An
      // event that has passed the look at `isOver` is still sent.
      input?.silence()
      lock.unlock()
      input?.cancel()
    }

    /// Makes the next subscriber start from the beginning, if the scope says so. The lock is held.
    private func forget(_ connection: Connection) {
      // The caller retains it, so it is not released with the lock held.
      if scope == .whileConnected, self.connection === connection { self.connection = nil }
    }
  }
}

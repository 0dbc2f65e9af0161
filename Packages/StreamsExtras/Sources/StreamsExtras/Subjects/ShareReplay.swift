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
  /// behaves like Combine's `share()`. RxSwift's default scope is `.whileConnected`.
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
  public final class ShareReplay<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    private let count: Int
    @usableFromInline let scope: ReplayScope
    @usableFromInline let lock = Lock()
    // Guarded by `lock`.
    private var round: Round?

    /// One subject, its subscribers and its upstream subscription.
    @usableFromInline final class Round {
      @usableFromInline let subject: ReplaySubject<Output, Failure>
      // Guarded by the owner's lock. All subscribers are those that have joined, even if they have cancelled.
      @usableFromInline @exclusivity(unchecked) var (subscribers, allSubscribers) = (0, 0)
      @usableFromInline @exclusivity(unchecked) var connection: Input<Output, Failure>?
      @usableFromInline @exclusivity(unchecked) var hasEnded = false
      init(_ subject: ReplaySubject<Output, Failure>) { self.subject = subject }
    }

    init(upstream: Upstream, count: Int, scope: ReplayScope) {
      self.upstream = upstream
      self.count = count
      self.scope = scope
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let round = join()
      round.subject.attach(subscriber) { self.leave(round) }
      connect(round)
    }

    @usableFromInline func join() -> Round {
      let spare = ReplaySubject<Output, Failure>(bufferSize: count)
      return lock.withLock {
        let current = round ?? Round(spare)
        round = current
        current.subscribers += 1
        current.allSubscribers += 1
        return current
      }
    }

    /// Subscribes to the upstream, unless it is subscribed to or all subscribers have cancelled.
    @inlinable func connect(_ round: Round) {
      let subject = round.subject
      let input = Input<Output, Failure>(
        onValue: {
          subject.send($1)
          return .none
        },
        onCompletion: { [weak self, scope] _, completion in
          self?.forget(round)
          subject.send(completion: completion)
          if scope == .whileConnected { subject.abandon(after: round.allSubscribers) }
        })
      let isFirst = lock.withLock {
        if round.connection != nil || round.hasEnded || round.subscribers == 0 { return false }
        round.connection = input
        return true
      }
      if !isFirst { return }
      input.request(.unlimited)
      input.subscribe(to: upstream)
    }

    /// Called when the upstream of a round ends.
    @usableFromInline func forget(_ round: Round) {
      lock.withLock {
        round.hasEnded = true
        round.connection = nil
        if scope == .whileConnected, self.round === round { self.round = nil }
      }
    }

    @usableFromInline func leave(_ round: Round) {
      let (isLast, connection) = lock.withLock { () -> (Bool, Input<Output, Failure>?) in
        round.subscribers -= 1
        if round.subscribers > 0 { return (false, nil) }
        if scope == .whileConnected, self.round === round { self.round = nil }
        // No values from now on: the next subscriber may connect before the call of `cancel`.
        round.connection?.isOver.isSet = true
        return (true, round.connection.take())
      }
      connection?.cancel()
      if isLast, scope == .whileConnected { round.subject.abandon(after: round.allSubscribers) }
    }
  }
}

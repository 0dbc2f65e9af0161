/// When `share(replay:scope:)` forgets what it has kept.
public enum ReplayScope: Sendable {
  /// Never. A subscriber that comes after the end gets the kept values and the end. When no subscriber is left, the
  /// upstream is cancelled and the values stay; the next subscriber gets them, and subscribes to the upstream again.
  case forever
  /// When no subscriber is left, or the upstream has ended. The next subscriber begins from the start.
  case whileConnected
}

extension Publisher {
  /// Shares one subscription to its upstream among all subscribers, and sends each new one the latest values first.
  ///
  /// The upstream is subscribed when the first subscriber comes, cancelled when the last has cancelled, and asked for
  /// everything. With 0 and `.forever` it is Combine's `share()`. RxSwift's `share(replay:)` is `.whileConnected` by
  /// default.
  ///
  /// - Parameters:
  ///   - count: How many values a new subscriber gets. Traps if it is negative.
  ///   - scope: When the values are forgotten.
  public func share(replay count: Int, scope: ReplayScope = .forever) -> Publishers.ShareReplay<Self> {
    precondition(count >= 0, "share(replay:scope:): the count must not be negative")
    return Publishers.ShareReplay(upstream: self, count: count, scope: scope)
  }
}

extension Publishers {
  /// The publisher returned by `share(replay:scope:)`. A class, as Combine's `Share` is: what is shared has an identity.
  public final class ShareReplay<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    private let count: Int
    private let scope: ReplayScope
    @usableFromInline let lock = Lock()
    // Guarded by `lock`.
    private var round: Round?

    /// A subject and its subscribers.
    @usableFromInline final class Round {
      @usableFromInline let subject: ReplaySubject<Output, Failure>
      // Guarded by the owner's lock.
      @usableFromInline var subscribers = 0
      @usableFromInline var connection: Input<Output, Failure>?
      @usableFromInline var hasEnded = false
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
        return current
      }
    }

    /// Subscribes to the upstream, unless that has been done, or the subscribers have all left meanwhile.
    @inlinable func connect(_ round: Round) {
      let subject = round.subject
      let input = Input<Output, Failure>(
        onValue: {
          subject.send($0)
          return .none
        },
        onCompletion: { [weak self] completion in
          self?.forget(round)
          subject.send(completion: completion)
        })
      let isFirst = lock.withLock {
        if round.connection != nil || round.hasEnded || round.subscribers == 0 { return false }
        round.connection = input
        return true
      }
      guard isFirst else { return }
      input.request(.unlimited)
      input.subscribe(to: upstream)
    }

    /// The upstream of a round has ended.
    @usableFromInline func forget(_ round: Round) {
      lock.withLock {
        round.hasEnded = true
        round.connection = nil
        if scope == .whileConnected, self.round === round { self.round = nil }
      }
    }

    @usableFromInline func leave(_ round: Round) {
      let connection = lock.withLock { () -> Input<Output, Failure>? in
        round.subscribers -= 1
        guard round.subscribers == 0 else { return nil }
        if scope == .whileConnected, self.round === round { self.round = nil }
        // Silent from now on: the next subscriber may connect before `cancel` is called.
        _ = round.connection?.isOver.set()
        return round.connection.take()
      }
      connection?.cancel()
    }
  }
}

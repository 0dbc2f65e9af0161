extension Publisher {
  /// Turns a value into a publisher and sends its values. Until that publisher has finished, further values are dropped.
  ///
  /// Use it for work that must not start twice, such as a refresh. It finishes when its upstream and the running publisher
  /// have finished. RxJS calls it `exhaustMap`.
  ///
  /// Demand: unlimited for the upstream, forwarded to the running publisher. A publisher whose values wait for demand is
  /// still running.
  @inlinable public func flatMapFirst<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMapFirst<Self, P> where P.Failure == Failure { .init(upstream: self, transform: transform) }
}

extension Publishers {
  /// The publisher returned by `flatMapFirst`.
  public struct FlatMapFirst<Upstream: Publisher, Inner: Publisher>: Publisher
  where Inner.Failure == Upstream.Failure {
    public typealias Output = Inner.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let transform: (Upstream.Output) -> Inner

    @inlinable init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Inner) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("FlatMapFirst", to: subscriber)
      let door = Door()
      let running = Resubscriber(outbox) { running, end, _ in
        if end.isFailure || door.leave() { running.outbox.finish(end, overtaking: end.isFailure) }
      }
      let transform = transform
      let input = Input<Upstream.Output, Failure>(
        onValue: {
          if door.enter() { running.subscribe(to: transform($1)) }
          return .none
        },
        onCompletion: { if $1.isFailure || door.close() { outbox.finish($1, overtaking: $1.isFailure) } })
      outbox.add(input)
      running.start()
      input.request(.unlimited)
      input.subscribe(to: upstream)
    }
  }
}

/// Admits one publisher at a time.
@usableFromInline final class Door {
  private let lock = Lock()
  /// Whether a publisher is running. Set and cleared with the lock held, so that a dropped value needs only a look.
  @usableFromInline let isTaken = Flag()
  // Guarded by `lock`.
  @exclusivity(unchecked) private var isClosed = false

  @usableFromInline init() {}

  /// False if a publisher is running.
  @inlinable func enter() -> Bool { !isTaken.isSet && take() }

  @usableFromInline func take() -> Bool {
    lock.withLock {
      defer { isTaken.isSet = true }
      return !isTaken.isSet
    }
  }

  /// Called when the running publisher has finished. Returns whether the door is closed.
  @usableFromInline func leave() -> Bool {
    lock.withLock {
      isTaken.isSet = false
      return isClosed
    }
  }

  /// Called when the upstream has finished. Returns whether no publisher is running.
  @usableFromInline func close() -> Bool {
    lock.withLock {
      isClosed = true
      return !isTaken.isSet
    }
  }
}

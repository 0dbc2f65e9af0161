extension Publisher {
  /// Sends the latest value each time `trigger` sends, if there is a new one.
  ///
  /// It finishes when `trigger` finishes, or when its upstream has finished and no value is pending. It fails when either
  /// fails. RxSwift has the same operator.
  ///
  /// Demand: unlimited for both. A value without demand stays pending until `trigger` sends again.
  @inlinable public func sample<Trigger: Publisher>(_ trigger: Trigger) -> Publishers.Sample<Self, Trigger>
  where Trigger.Failure == Failure {
    .init(upstream: self, trigger: trigger)
  }
}

extension Publishers {
  /// The publisher returned by `sample`.
  public struct Sample<Upstream: Publisher, Trigger: Publisher>: Publisher where Trigger.Failure == Upstream.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let trigger: Trigger

    @inlinable init(upstream: Upstream, trigger: Trigger) {
      self.upstream = upstream
      self.trigger = trigger
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("Sample", to: subscriber)
      let pending = PendingSample<Output, Failure>(outbox)
      let main = Input<Output, Failure>(
        onValue: {
          pending.set($1)
          return .none
        },
        onCompletion: { pending.end($1) })
      let side = Input<Trigger.Output, Failure>(
        onValue: { _, _ in
          pending.send()
          return .none
        },
        onCompletion: { outbox.finish($1, overtaking: $1.isFailure) })
      outbox.add(main)
      outbox.add(side)
      outbox.start()
      main.request(.unlimited)
      side.request(.unlimited)
      main.subscribe(to: upstream)
      side.subscribe(to: trigger)
    }
  }
}

/// The latest value that has not been sampled yet.
@usableFromInline final class PendingSample<Value, Failure: Error>: GuardedValue<Value, Value, Failure> {
  // Guarded by the lock of `outbox`.
  @usableFromInline @exclusivity(unchecked) var hasFinished = false

  /// Sends the value if there is demand.
  @inlinable func send() {
    var isOver = false
    outbox.send {
      let value = outbox.unservedDemand > .none ? latest.take() : nil
      isOver = hasFinished && latest == nil
      return value
    }
    if isOver { outbox.finish(.finished) }
  }

  @inlinable func end(_ completion: Subscribers.Completion<Failure>) {
    let isOver = outbox.lock.withLock {
      hasFinished = true
      return completion.isFailure || latest == nil
    }
    if isOver { outbox.finish(completion, overtaking: completion.isFailure) }
  }
}

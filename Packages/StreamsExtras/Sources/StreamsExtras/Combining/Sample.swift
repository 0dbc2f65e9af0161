extension Publisher {
  /// Sends the latest value each time `trigger` sends, if there has been one since.
  ///
  /// It finishes when `trigger` finishes, or when its upstream has finished and nothing is left to send. It fails when either
  /// fails. RxSwift calls it `sample`, too.
  ///
  /// Demand: unlimited for both. A value that is not wanted when `trigger` sends is kept until the next time.
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
      let latest = Latest<Output>()
      let hasFinished = Latest(false)
      let main = Input<Output, Failure>(
        onValue: {
          latest.set($0)
          return .none
        },
        onCompletion: {
          hasFinished.set(true)
          // What has not been sampled still may be.
          if $0.isFailure || latest.value == nil { outbox.finish($0, overtaking: true) }
        })
      let side = Input<Trigger.Output, Failure>(
        onValue: { _ in
          if outbox.isWanted, let value = latest.take() { outbox.send(value) }
          if hasFinished.value == true, latest.value == nil { outbox.finish(.finished) }
          return .none
        },
        onCompletion: { outbox.finish($0, overtaking: $0.isFailure) })
      outbox.add(main)
      outbox.add(side)
      outbox.start()
      main.request(.unlimited)
      side.request(.unlimited)
      upstream.subscribe(main)
      trigger.subscribe(side)
    }
  }
}

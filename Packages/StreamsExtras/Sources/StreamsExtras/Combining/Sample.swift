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
      let pending = PendingSample(outbox)
      let main = Input<Output, Failure>(
        onValue: {
          pending.post(.value($0))
          return .none
        },
        onCompletion: { pending.post(.end($0)) })
      let side = Input<Trigger.Output, Failure>(
        onValue: { _ in
          pending.post(.tick)
          return .none
        },
        onCompletion: { pending.post(.triggerEnd($0)) })
      outbox.add(main)
      outbox.add(side)
      outbox.add(AnyCancellable { pending.post(.over) })
      outbox.start()
      main.request(.unlimited)
      side.request(.unlimited)
      main.subscribe(to: upstream)
      side.subscribe(to: trigger)
    }
  }
}

/// The latest value that has not been sampled yet.
@usableFromInline final class PendingSample<Value, Failure: Error> {
  @usableFromInline enum Event {
    case value(Value)
    case tick
    case end(Subscribers.Completion<Failure>)
    case triggerEnd(Subscribers.Completion<Failure>)
    case over
  }

  private let mailbox = Mailbox<Event>()
  private let outbox: Outbox<Value, Failure>
  // Touched by the mailbox's handler only.
  private var latest: Value?
  private var hasFinished = false

  @usableFromInline init(_ outbox: Outbox<Value, Failure>) { self.outbox = outbox }

  @usableFromInline func post(_ event: Event) { mailbox.post(event) { handle($0) } }

  private func handle(_ event: Event) {
    switch event {
    case .value(let value): latest = outbox.isClosed ? nil : value
    case .tick:
      if outbox.isWanted, let value = latest.take() { outbox.send(value) }
      if hasFinished, latest == nil { outbox.finish(.finished) }
    case .end(let completion):
      hasFinished = true
      if completion.isFailure || latest == nil { outbox.finish(completion, overtaking: completion.isFailure) }
    case .triggerEnd(let completion): outbox.finish(completion, overtaking: completion.isFailure)
    case .over: latest = nil
    }
  }
}

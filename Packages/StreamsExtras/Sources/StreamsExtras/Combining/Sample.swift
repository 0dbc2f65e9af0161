extension Publisher {
  /// Sends the latest value each time `trigger` sends, if there is a new one.
  ///
  /// It finishes when `trigger` finishes, or when its upstream has finished and no value is pending. It fails when either
  /// fails. In RxSwift, the end of `trigger` samples once more, and ends the stream only if the upstream has ended.
  ///
  /// Demand: unlimited for both. A value without demand stays pending until `trigger` sends again.
  @_alwaysEmitIntoClient public func sample<Trigger: Publisher>(_ trigger: Trigger) -> some Publisher<Output, Failure>
  where Trigger.Failure == Failure {
    Publishers.Create<Output, Failure>("Sample") { outbox in
      let sampling = Sampling(outbox)
      let main = Input<Output, Failure>(requesting: .unlimited) {
        sampling.post(.value($1))
        return .none
      } onCompletion: {
        sampling.post(.upstreamEnd($1))
      }
      let side = Input<Trigger.Output, Failure>(requesting: .unlimited) { _, _ in
        sampling.post(.trigger)
        return .none
      } onCompletion: {
        sampling.post(.triggerEnd($1))
      }
      outbox.add(main)
      outbox.add(side)
      outbox.add(sampling)
      outbox.start()
      main.subscribe(to: self)
      side.subscribe(to: trigger)
    }
  }
}

/// The latest value that has not been sampled yet.
@usableFromInline final class Sampling<Value, Failure: Error>: Cancellable {
  @usableFromInline enum Event {
    case value(Value)
    case trigger
    case upstreamEnd(Subscribers.Completion<Failure>)
    case triggerEnd(Subscribers.Completion<Failure>)
    case cancelled
  }

  @_alwaysEmitIntoClient let drain = EventDrain<Event>()
  @_alwaysEmitIntoClient let outbox: Outbox<Value, Failure>
  // Touched by the delivering thread only.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var pending: Value?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasFinished = false
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isCancelled = false

  @_alwaysEmitIntoClient init(_ outbox: Outbox<Value, Failure>) { self.outbox = outbox }

  @_alwaysEmitIntoClient func post(_ event: Event) { drain.process(event) { handle($0) } }

  @_alwaysEmitIntoClient func handle(_ event: Event) {
    switch event {
    case .value(let value): if !isCancelled { pending = value }
    case .trigger: if outbox.unserved > .none, let value = pending.take() { outbox.send(value) }
    case .upstreamEnd(.finished): hasFinished = true
    case .upstreamEnd(let completion), .triggerEnd(let completion): outbox.finish(completion, failureOvertakes: true)
    case .cancelled: (pending, isCancelled) = (nil, true)
    }
    if hasFinished, pending == nil { outbox.finish(.finished) }
  }

  @usableFromInline func cancel() { post(.cancelled) }
}

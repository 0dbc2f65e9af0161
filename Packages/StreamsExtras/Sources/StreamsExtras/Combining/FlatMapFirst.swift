extension Publisher {
  /// Turns a value into a publisher and sends its values. Until that publisher has finished, further values are dropped.
  ///
  /// Use it for work that must not start twice, such as a refresh. It finishes when its upstream and the running publisher
  /// have finished. RxJS calls it `exhaustMap`.
  ///
  /// Demand: unlimited for the upstream, forwarded to the running publisher. A publisher whose values wait for demand is
  /// still running.
  @_alwaysEmitIntoClient public func flatMapFirst<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> some Publisher<P.Output, Failure> where P.Failure == Failure {
    Publishers.Create<P.Output, Failure>("FlatMapFirst") { outbox in
      let state = FlatMapFirstState(outbox)
      // Set before it is subscribed to, by the upstream, which is serial.
      var inner: P?
      let inners = Deferred { inner.take()! }.eraseToAnyPublisher()
      let running = Resubscription("FlatMapFirst", to: AnySubscriber(outbox), from: inners) {
        state.end($1, ofInner: true)
        return true
      }
      let input = Input<Output, Failure>(requesting: .unlimited) { _, value in
        if state.innerBegins() {
          inner = transform(value)
          running.next()
        }
        return .none
      } onCompletion: {
        state.end($1, ofInner: false)
      }
      outbox.add(input)
      outbox.addSource(running)
      outbox.start()
      input.subscribe(to: eraseToAnyPublisher())
    }
  }
}

/// Whether a publisher is running, and whether the upstream has finished.
@usableFromInline final class FlatMapFirstState<Value, Failure: Error> {
  @_alwaysEmitIntoClient let outbox: Outbox<Value, Failure>
  /// Set by the upstream, which is serial. So a dropped value needs only a look.
  @_alwaysEmitIntoClient let isRunning = Word()
  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasUpstreamEnded = false

  @_alwaysEmitIntoClient init(_ outbox: Outbox<Value, Failure>) { self.outbox = outbox }

  /// False if a publisher is running.
  @_alwaysEmitIntoClient func innerBegins() -> Bool {
    if isRunning.isSet { return false }
    isRunning.isSet = true
    return true
  }

  /// Records that the running publisher or the upstream has ended. Ends the stream if both have, or after a failure.
  @_alwaysEmitIntoClient func end(_ completion: Subscribers.Completion<Failure>, ofInner: Bool) {
    let isLast = lock.withLock {
      if ofInner { isRunning.isSet = false } else { hasUpstreamEnded = true }
      return hasUpstreamEnded && !isRunning.isSet
    }
    if isLast || completion.isFailure { outbox.finish(completion, failureOvertakes: true) }
  }
}

extension Subscribers.Completion {
  @_alwaysEmitIntoClient var isFailure: Bool { if case .failure = self { true } else { false } }
}

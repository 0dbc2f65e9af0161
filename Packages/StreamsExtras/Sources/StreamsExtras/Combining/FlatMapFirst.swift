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
    OutboxPublisher<P.Output, Failure>("FlatMapFirst") { outbox in
      let state = FlatMapFirstState()
      let running = Resubscription<P.Output, Failure>("FlatMapFirst") {
        outbox.send($0)
      } onEnd: {
        if state.innerEnds(fails: $1.isFailure) { outbox.finish($1, failureOvertakes: true) }
      }
      let input = Input<Output, Failure>(requesting: .unlimited) { _, value in
        if state.innerBegins() {
          let inner = transform(value)
          running.next { $0.subscribe(to: inner) }
        }
        return .none
      } onCompletion: {
        if state.upstreamEnds(fails: $1.isFailure) { outbox.finish($1, failureOvertakes: true) }
      }
      outbox.add(input)
      outbox.addSource(running)
      outbox.start()
      input.subscribe(to: self)
    }
  }
}

/// Whether a publisher is running, and whether the upstream has finished.
@usableFromInline final class FlatMapFirstState {
  /// Set by the upstream, which is serial. So a dropped value needs only a look.
  @_alwaysEmitIntoClient let isRunning = Flag()
  private let lock = Lock()
  // Guarded by `lock`.
  private var hasUpstreamEnded = false

  @usableFromInline init() {}

  /// False if a publisher is running.
  @_alwaysEmitIntoClient func innerBegins() -> Bool {
    if isRunning.isSet { return false }
    isRunning.isSet = true
    return true
  }

  /// Whether the stream ends with the running publisher.
  @usableFromInline func innerEnds(fails: Bool) -> Bool {
    lock.withLock {
      isRunning.isSet = false
      return hasUpstreamEnded || fails
    }
  }

  /// Whether the stream ends with the upstream.
  @usableFromInline func upstreamEnds(fails: Bool) -> Bool {
    lock.withLock {
      hasUpstreamEnded = true
      return !isRunning.isSet || fails
    }
  }
}

extension Subscribers.Completion {
  @_alwaysEmitIntoClient var isFailure: Bool { if case .failure = self { true } else { false } }
}

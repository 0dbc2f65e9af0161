extension Publisher {
  /// Subscribes to its upstream again each time the publisher sends that `trigger` makes of its errors.
  ///
  /// The stream ends when that publisher ends, in the same way. What it sends while the upstream runs is ignored.
  /// Demand: what one subscription did not serve is requested of the next.
  ///
  /// - Parameter trigger: Called for each subscriber, with a publisher of the errors of the upstream.
  @inlinable public func retryWhen<Trigger: Publisher>(
    _ trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger
  ) -> Publishers.RetryWhen<Self, Trigger> where Trigger.Failure == Failure { .init(upstream: self, trigger: trigger) }

  /// The same with a publisher that cannot fail.
  @inlinable public func retryWhen<Trigger: Publisher>(
    _ trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger
  ) -> Publishers.RetryWhen<Self, Publishers.SetFailureType<Trigger, Failure>> where Trigger.Failure == Never {
    .init(upstream: self) { trigger($0).setFailureType(to: Failure.self) }
  }
}

extension Publishers {
  /// The publisher returned by `retryWhen`.
  public struct RetryWhen<Upstream: Publisher, Trigger: Publisher>: Publisher
  where Trigger.Failure == Upstream.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let trigger: (AnyPublisher<Failure, Never>) -> Trigger

    @inlinable init(upstream: Upstream, trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger) {
      self.upstream = upstream
      self.trigger = trigger
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("RetryWhen", to: subscriber)
      let resubscriber = Resubscriber(upstream, outbox)
      let errors = PassthroughSubject<Failure, Never>()
      let isWaiting = Latest(false)
      let input = Input<Trigger.Output, Failure>(
        onValue: { _ in
          if isWaiting.exchange(false) == true { resubscriber.subscribe() }
          return .none
        },
        onCompletion: { outbox.finish($0, overtaking: $0.isFailure) })
      outbox.add(input)
      input.request(.unlimited)
      input.subscribe(to: trigger(errors.eraseToAnyPublisher()))
      resubscriber.start { completion in
        guard case .failure(let error) = completion else { return outbox.finish(completion) }
        isWaiting.set(true)
        errors.send(error)
      }
    }
  }
}

extension Publisher {
  /// After a failure, subscribes to its upstream again when another publisher sends a value.
  ///
  /// The stream ends when that publisher ends, in the same way. Its values are ignored while the upstream runs.
  ///
  /// Demand: forwarded. Unused demand carries over to the next subscription. Unlimited for the other publisher.
  ///
  /// - Parameter trigger: Called once per subscriber with a publisher of the upstream's errors. Returns the other publisher.
  @_alwaysEmitIntoClient public func retryWhen<Trigger: Publisher>(
    _ trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger
  ) -> some Publisher<Output, Failure> where Trigger.Failure == Failure {
    Publishers.Create<Output, Failure>("RetryWhen") { outbox in
      let errors = PassthroughSubject<Failure, Never>()
      // The failure that waits for the trigger. A trigger while the upstream runs has no effect.
      let failure = Latest<Failure>()
      let sequence = Resubscription("RetryWhen", to: AnySubscriber(outbox), from: eraseToAnyPublisher()) {
        guard case .failure(let error) = $1 else { return false }
        failure.set(error)
        errors.send(error)
        return true
      }
      let input = Input<Trigger.Output, Failure>(requesting: .unlimited) { _, _ in
        if failure.take() != nil { sequence.next() }
        return .none
      } onCompletion: {
        outbox.finish($1, failureOvertakes: true)
      }
      outbox.add(input)
      outbox.add(failure)
      outbox.addSource(sequence)
      outbox.start()
      if outbox.isClosed { return }
      input.subscribe(to: trigger(errors.eraseToAnyPublisher()))
      sequence.next()
    }
  }

  /// After a failure, subscribes to its upstream again when a publisher that cannot fail sends a value.
  ///
  /// Otherwise it is like the form with a publisher that can fail.
  ///
  /// - Parameter trigger: Called once per subscriber with a publisher of the upstream's errors. Returns the other publisher.
  @_disfavoredOverload @_alwaysEmitIntoClient public func retryWhen<Trigger: Publisher>(
    _ trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger
  ) -> some Publisher<Output, Failure> where Trigger.Failure == Never {
    retryWhen { trigger($0).setFailureType(to: Failure.self) }
  }
}

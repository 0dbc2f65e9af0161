extension Publisher {
  /// After a failure, waits and subscribes to its upstream again, up to `retries` times.
  ///
  /// The failure is forwarded when no retries are left, or when `shouldRetry` returns false. Without a wait it subscribes
  /// immediately, not on the scheduler.
  ///
  /// Demand: forwarded. Unused demand carries over to the next subscription.
  ///
  /// ```swift
  /// let request = Fail<String, CocoaError>(error: CocoaError(.fileReadNoSuchFile))
  /// let patient = request.retry(3, delay: .exponential(.seconds(1)).jittered(by: 0.2), scheduler: DispatchQueue.main)
  /// ```
  ///
  /// - Parameters:
  ///   - retries: The maximum number of subscriptions after the first. Traps if it is negative.
  ///   - delay: How long to wait before each.
  ///   - scheduler: The scheduler that waits and subscribes. If a wait ends while another thread is still subscribing,
  ///     that thread subscribes again.
  ///   - options: Options of the scheduler.
  ///   - shouldRetry: Returns whether to try again after this error.
  @_alwaysEmitIntoClient public func retry<S: Scheduler>(
    _ retries: Int = .max, delay: Backoff, scheduler: S, options: S.SchedulerOptions? = nil,
    when shouldRetry: @escaping (Failure) -> Bool = { _ in true }
  ) -> some Publisher<Output, Failure> {
    require(retries >= 0, "retry(_:delay:scheduler:when:): the number of retries must not be negative")
    return Resubscribing("Retry", from: eraseToAnyPublisher()) { sequence, completion in
      guard case .failure(let error) = completion, sequence.latest <= retries, shouldRetry(error),
        !sequence.isOver.isSet
      else { return false }
      // Each subscriber has its own copy, which holds generators of random numbers. `latest` is the number of the next retry.
      var backoff = sequence.lock.withLock { sequence.backoff.take() } ?? delay
      let number = sequence.latest
      let wait = backoff.delay(before: number)
      sequence.lock.withLock { if !sequence.isOver.isSet { sequence.backoff = backoff } }
      if wait <= .zero {
        sequence.next()
      } else if !sequence.isOver.isSet {
        let stride = wait.stride(S.SchedulerTimeType.Stride.self)
        sequence.keep(scheduler.run(after: stride, options: options) { sequence.next() }, after: number)
      }
      return true
    }
  }
}

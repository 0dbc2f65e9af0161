extension Publisher {
  /// Subscribes to its upstream again after a failure, up to `retries` times, after a wait.
  ///
  /// The failure is passed on when the retries are used up, or when `shouldRetry` says false. With no wait it subscribes at
  /// once, without the scheduler. Demand: what one subscription did not serve is requested of the next.
  ///
  /// ```swift
  /// let request = Fail<String, CocoaError>(error: CocoaError(.fileReadNoSuchFile))
  /// let patient = request.retry(3, delay: .exponential(.seconds(1)).jittered(by: 0.2), scheduler: DispatchQueue.main)
  /// ```
  ///
  /// - Parameters:
  ///   - retries: How many subscriptions at most, after the first. Traps if it is negative.
  ///   - delay: How long to wait before each.
  ///   - scheduler: What waits, and subscribes.
  ///   - shouldRetry: Whether an error is worth another attempt.
  @inlinable public func retry<S: Scheduler>(
    _ retries: Int = .max, delay: Backoff, scheduler: S, options: S.SchedulerOptions? = nil,
    when shouldRetry: @escaping (Failure) -> Bool = { _ in true }
  ) -> Publishers.RetryWithDelay<Self, S> {
    precondition(retries >= 0, "retry(_:delay:scheduler:when:): the number of retries must not be negative")
    return .init(
      upstream: self, retries: retries, delay: delay, scheduler: scheduler, options: options, shouldRetry: shouldRetry)
  }
}

extension Publishers {
  /// The publisher returned by `retry(_:delay:scheduler:when:)`.
  public struct RetryWithDelay<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let retries: Int
    @usableFromInline let delay: Backoff
    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?
    @usableFromInline let shouldRetry: (Failure) -> Bool

    @inlinable init(
      upstream: Upstream, retries: Int, delay: Backoff, scheduler: Context, options: Context.SchedulerOptions?,
      shouldRetry: @escaping (Failure) -> Bool
    ) {
      self.upstream = upstream
      self.retries = retries
      self.delay = delay
      self.scheduler = scheduler
      self.options = options
      self.shouldRetry = shouldRetry
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("Retry", to: subscriber)
      let resubscriber = Resubscriber(upstream, outbox)
      let (retries, scheduler, options, shouldRetry) = (retries, scheduler, options, shouldRetry)
      // Touched by the upstream alone, which is serial.
      var backoff = delay
      var attempt = 0
      resubscriber.start { completion in
        guard case .failure(let error) = completion, attempt < retries, shouldRetry(error) else {
          return outbox.finish(completion)
        }
        attempt += 1
        let wait = backoff.delay(before: attempt)
        if wait <= .zero { return resubscriber.subscribe() }
        // Weakly, so that the scheduler keeps nothing of a stream that has been cancelled.
        scheduler.schedule(
          after: scheduler.now.advanced(by: wait.stride(Context.SchedulerTimeType.Stride.self)),
          tolerance: scheduler.minimumTolerance, options: options
        ) { [weak resubscriber] in resubscriber?.subscribe() }
      }
    }
  }
}

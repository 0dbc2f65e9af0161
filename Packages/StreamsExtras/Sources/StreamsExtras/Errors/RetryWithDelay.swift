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
  ///   - scheduler: The scheduler that waits and subscribes.
  ///   - options: Options of the scheduler.
  ///   - shouldRetry: Returns whether to try again after this error.
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

    /// Until the first failure it is Combine's `catch`, which takes a third of the time for a value.
    @usableFromInline let attempts: Publishers.Catch<Upstream, DelayedRetries<Upstream, Context>>

    @inlinable init(
      upstream: Upstream, retries: Int, delay: Backoff, scheduler: Context, options: Context.SchedulerOptions?,
      shouldRetry: @escaping (Failure) -> Bool
    ) {
      attempts = upstream.catch {
        DelayedRetries(
          upstream: upstream, retries: retries, delay: delay, scheduler: scheduler, options: options,
          shouldRetry: shouldRetry, error: $0)
      }
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      attempts.subscribe(subscriber)
    }
  }
}

/// The subscriptions after the first failure.
@usableFromInline struct DelayedRetries<Upstream: Publisher, Context: Scheduler>: Publisher {
  @usableFromInline typealias Output = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure

  @usableFromInline let upstream: Upstream
  @usableFromInline let retries: Int
  @usableFromInline let delay: Backoff
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let shouldRetry: (Failure) -> Bool
  @usableFromInline let error: Failure

  @inlinable init(
    upstream: Upstream, retries: Int, delay: Backoff, scheduler: Context, options: Context.SchedulerOptions?,
    shouldRetry: @escaping (Failure) -> Bool, error: Failure
  ) {
    self.upstream = upstream
    self.retries = retries
    self.delay = delay
    self.scheduler = scheduler
    self.options = options
    self.shouldRetry = shouldRetry
    self.error = error
  }

  @inlinable func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let outbox = Outbox("Retry", to: subscriber)
    let resubscriber = Resubscriber(upstream, outbox)
    let (retries, scheduler, options, shouldRetry) = (retries, scheduler, options, shouldRetry)
    let waiting = Latest<Latest<AnyCancellable>>()
    outbox.add(waiting)
    // Used only in the upstream's deliveries, which are serial.
    var backoff = delay
    var attempt = 0
    resubscriber.start(after: .failure(error)) { completion, number in
      guard case .failure(let error) = completion, attempt < retries, shouldRetry(error) else {
        return outbox.finish(completion)
      }
      attempt += 1
      let wait = backoff.delay(before: attempt)
      if wait <= .zero { return resubscriber.subscribe() }
      let timer = Latest<AnyCancellable>()
      waiting.set(timer)
      let delay = Swift.max(wait.stride(Context.SchedulerTimeType.Stride.self), .nanoseconds(1))
      // Repeated, so that it can be cancelled. The second tick never comes.
      let repetition = scheduler.schedule(
        after: scheduler.now.advanced(by: delay), interval: delay, tolerance: scheduler.minimumTolerance,
        options: options
      ) { [weak timer] in
        timer?.cancel()
        resubscriber.subscribe(after: number)
      }
      timer.set(AnyCancellable(repetition))
    }
  }
}

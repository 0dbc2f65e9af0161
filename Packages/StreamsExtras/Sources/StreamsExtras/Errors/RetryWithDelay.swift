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
  @_transparent public func retry<S: Scheduler>(
    _ retries: Int = .max, delay: Backoff, scheduler: S, options: S.SchedulerOptions? = nil,
    when shouldRetry: @escaping (Failure) -> Bool = { _ in true }
  ) -> Publishers.RetryWithDelay<Self, S> {
    require(retries >= 0, "retry(_:delay:scheduler:when:): the number of retries must not be negative")
    return .init(
      upstream: self, retries: retries, delay: delay, scheduler: scheduler, options: options, shouldRetry: shouldRetry)
  }
}

extension Publishers {
  /// The publisher returned by `retry(_:delay:scheduler:when:)`.
  public struct RetryWithDelay<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Until the first failure it is Combine's `catch`, which takes less than half the time for a value.
    @usableFromInline let attempts: Publishers.Catch<Upstream, DelayedRetries<Output, Failure>>

    @usableFromInline @_transparent init(
      upstream: Upstream, retries: Int, delay: Backoff, scheduler: Context, options: Context.SchedulerOptions?,
      shouldRetry: @escaping (Failure) -> Bool
    ) {
      attempts = upstream.catch { error in
        // Used only in the upstream's deliveries, which are serial.
        var backoff = delay
        return DelayedRetries(error) {
          upstream.subscribe($0)
        } decide: { resubscriber, completion, number in
          // The number of the subscription is that of the retries so far.
          guard case .failure(let error) = completion, number < retries, shouldRetry(error) else {
            return resubscriber.outbox.finish(completion)
          }
          let wait = backoff.delay(before: number + 1)
          if wait <= .zero { return resubscriber.subscribe(after: number) }
          let delay = Swift.max(wait.stride(Context.SchedulerTimeType.Stride.self), .nanoseconds(1))
          // Repeated, so that it can be cancelled. The second tick never comes.
          let timer = scheduler.schedule(
            after: scheduler.now.advanced(by: delay), interval: delay, tolerance: scheduler.minimumTolerance,
            options: options
          ) { resubscriber.subscribe(after: number) }
          resubscriber.wait(for: timer, after: number)
        }
      }
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      attempts.subscribe(subscriber)
    }
  }
}

/// The subscriptions after the first failure.
@usableFromInline struct DelayedRetries<Output, Failure: Error>: Publisher {
  @usableFromInline let error: Failure
  @usableFromInline let connect: (Resubscriber<Output, Failure>.Receiver) -> Void
  @usableFromInline let decide: (Resubscriber<Output, Failure>, Subscribers.Completion<Failure>, Int) -> Void

  @inlinable init(
    _ error: Failure, connect: @escaping (Resubscriber<Output, Failure>.Receiver) -> Void,
    decide: @escaping (Resubscriber<Output, Failure>, Subscribers.Completion<Failure>, Int) -> Void
  ) {
    self.error = error
    self.connect = connect
    self.decide = decide
  }

  @inlinable func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let resubscriber = Resubscriber(Outbox("Retry", to: subscriber), connect: connect, decide: decide)
    resubscriber.start()
    resubscriber.end(.failure(error), 0)
  }
}

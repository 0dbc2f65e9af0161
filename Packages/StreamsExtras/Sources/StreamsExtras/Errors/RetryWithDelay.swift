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
  public struct RetryWithDelay<Upstream: Publisher, Context: Scheduler>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Combine's `catch`: until the first failure, a value takes less than half the time that it takes through a
    /// ``Resubscription``. Later values pass both.
    @usableFromInline let attempts: Publishers.Catch<Upstream, Retries<Output, Failure>>

    @inlinable init(
      upstream: Upstream, retries: Int, delay: Backoff, scheduler: Context, options: Context.SchedulerOptions?,
      shouldRetry: @escaping (Failure) -> Bool
    ) {
      attempts = upstream.catch { error in
        // Touched by the upstream only, which is serial.
        var backoff = delay
        let upstream = upstream.eraseToAnyPublisher()
        return Retries(error: error) { sequence, completion in
          guard case .failure(let error) = completion, sequence.latest < retries, shouldRetry(error) else {
            return false
          }
          let wait = backoff.delay(before: sequence.latest + 1)
          sequence.next { subscriber in
            if wait <= .zero { return subscriber.subscribe(to: upstream) }
            let timer = DelayTimer()
            sequence.wait(for: timer)
            let stride = wait.stride(Context.SchedulerTimeType.Stride.self)
            timer.start(stride, scheduler, options: options) { subscriber.subscribe(to: upstream) }
          }
          return true
        }
      }
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      attempts.subscribe(subscriber)
    }
  }
}

/// The subscriptions after the first failure.
@usableFromInline struct Retries<Output, Failure: Error>: OwnPublisher {
  /// Subscribes again, now or later. Returns false if the stream ends instead.
  @usableFromInline typealias Retry = (Resubscription<Output, Failure>, Subscribers.Completion<Failure>) -> Bool

  @usableFromInline let error: Failure
  @usableFromInline let retry: Retry

  @inlinable init(error: Failure, retry: @escaping Retry) {
    self.error = error
    self.retry = retry
  }

  @inlinable func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let retry = retry
    let sequence = Resubscription<Output, Failure>("Retry") {
      subscriber.receive($0)
    } onEnd: { sequence, completion in
      if !retry(sequence, completion), sequence.stop() { subscriber.receive(completion: completion) }
    }
    subscriber.receive(subscription: sequence)
    sequence.end(.failure(error), 0)
  }
}

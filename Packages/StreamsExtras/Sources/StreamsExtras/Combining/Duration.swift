extension Publisher {
  /// Sends the values that arrive within `duration` of the subscription, then finishes and cancels its upstream.
  ///
  /// Demand: forwarded.
  ///
  /// - Parameters:
  ///   - duration: How long to send values. For a value at exactly the end, the scheduler's order decides.
  ///   - tolerance: How late the end may be. By default the scheduler's minimum tolerance.
  ///   - scheduler: The scheduler that finishes the stream.
  ///   - options: Options of the scheduler.
  @inlinable public func prefix<S: Scheduler>(
    duration: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, on scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> some Publisher<Output, Failure> {
    prefix(untilOutputFrom: After(duration, tolerance, scheduler, options))
  }

  /// Drops the values that arrive within `duration` of the subscription.
  ///
  /// It ends with its upstream, even before that. Demand: forwarded, plus one for each dropped value.
  ///
  /// - Parameters:
  ///   - duration: How long to drop values. For a value at exactly the end, the scheduler's order decides.
  ///   - tolerance: How much longer values may be dropped. By default the scheduler's minimum tolerance.
  ///   - scheduler: The scheduler that provides the time.
  ///   - options: Options of the scheduler.
  @inlinable public func drop<S: Scheduler>(
    duration: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, on scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> some Publisher<Output, Failure> {
    drop(untilOutputFrom: After(duration, tolerance, scheduler, options).setFailureType(to: Failure.self))
  }
}

extension Publisher {
  /// Sends what comes within `duration` from the subscription, then finishes and cancels its upstream.
  ///
  /// Demand: passed on. The end comes on `scheduler`.
  @inlinable public func prefix<S: Scheduler>(
    duration: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, on scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.PrefixUntilOutput<Self, Publishers.Delay<Just<Void>, S>> {
    prefix(
      untilOutputFrom: Just(()).delay(for: duration, tolerance: tolerance, scheduler: scheduler, options: options))
  }

  /// Drops what comes within `duration` from the subscription.
  ///
  /// It finishes or fails with its upstream, also before. Demand: passed on; what is dropped is requested again.
  @inlinable public func drop<S: Scheduler>(
    duration: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, on scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> some Publisher<Output, Failure> {
    drop(
      untilOutputFrom: Just(()).setFailureType(to: Failure.self)
        .delay(for: duration, tolerance: tolerance, scheduler: scheduler, options: options))
  }
}

extension Publisher {
  /// Sends the values that arrive within `duration` of the subscription, then finishes and cancels its upstream.
  ///
  /// Demand: forwarded.
  ///
  /// - Parameters:
  ///   - duration: How long to send values. For a value at exactly the end, the scheduler's order decides.
  ///   - scheduler: The scheduler that finishes the stream.
  ///   - tolerance: How late the end may be. By default the scheduler's minimum tolerance.
  ///   - options: Options of the scheduler.
  @_alwaysEmitIntoClient public func prefix<S: Scheduler>(
    duration: S.SchedulerTimeType.Stride, scheduler: S, tolerance: S.SchedulerTimeType.Stride? = nil,
    options: S.SchedulerOptions? = nil
  ) -> some Publisher<Output, Failure> {
    prefix(
      untilOutputFrom: Publishers.ticks(
        after: duration, scheduler: scheduler, tolerance: tolerance, options: options))
  }

  /// Drops the values that arrive within `duration` of the subscription.
  ///
  /// It ends with its upstream, even before that. Demand: forwarded, plus one for each dropped value.
  ///
  /// - Parameters:
  ///   - duration: How long to drop values. For a value at exactly the end, the scheduler's order decides.
  ///   - scheduler: The scheduler that provides the time.
  ///   - tolerance: How much longer values may be dropped. By default the scheduler's minimum tolerance.
  ///   - options: Options of the scheduler.
  @_alwaysEmitIntoClient public func drop<S: Scheduler>(
    duration: S.SchedulerTimeType.Stride, scheduler: S, tolerance: S.SchedulerTimeType.Stride? = nil,
    options: S.SchedulerOptions? = nil
  ) -> some Publisher<Output, Failure> {
    // Not `drop(untilOutputFrom:)`, which does not request another value for a dropped one.
    Publishers.using {
      let isOver = Latest<Void>()
      let timer = scheduler.run(after: duration, tolerance: tolerance, options: options) { isOver.set(()) }
      return (isOver: isOver, timer: timer)
    } release: {
      $0.timer.cancel()
    } _: { resource in
      filter { _ in resource.isOver.value != nil }
    }
  }
}

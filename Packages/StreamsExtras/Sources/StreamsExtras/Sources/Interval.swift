extension Publishers {
  /// Sends 0, 1, 2 and so on, one per `period`, the first after one period. It does not end.
  ///
  /// Each subscriber has its own count. Demand: a tick without demand is counted but not sent.
  ///
  /// - Parameters:
  ///   - period: The time between two ticks. A scheduler may trap if it is not positive.
  ///   - scheduler: The scheduler that delivers the ticks.
  ///   - tolerance: How late a tick may be. By default the scheduler's minimum tolerance.
  ///   - options: Options of the scheduler.
  @_alwaysEmitIntoClient public static func interval<S: Scheduler>(
    _ period: S.SchedulerTimeType.Stride, scheduler: S, tolerance: S.SchedulerTimeType.Stride? = nil,
    options: S.SchedulerOptions? = nil
  ) -> some Publisher<Int, Never> {
    ticks(after: period, period: period, scheduler: scheduler, tolerance: tolerance, options: options)
  }

  /// Sends 0, 1, 2 and so on, one per `period`, the first after `delay`.
  /// - Parameter period: By default the delay, but a positive one.
  @_alwaysEmitIntoClient static func ticks<S: Scheduler>(
    after delay: S.SchedulerTimeType.Stride, period: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    tolerance: S.SchedulerTimeType.Stride?, options: S.SchedulerOptions?
  ) -> Create<Int, Never> {
    Create("Interval") { outbox in
      outbox.start()
      if outbox.isClosed { return }
      // Touched by the repeating action only, which does not overlap with itself.
      var count = 0
      // Weak: a subscription that is released without being cancelled stops the ticks.
      let repetition = scheduler.schedule(
        after: scheduler.now.advanced(by: delay), interval: period ?? Swift.max(delay, .nanoseconds(1)),
        tolerance: tolerance ?? scheduler.minimumTolerance, options: options
      ) { [weak outbox] in
        outbox?.send(count, keeps: false)
        count += 1
      }
      outbox.add(AnyCancellable(repetition))
    }
  }
}

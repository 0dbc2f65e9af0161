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
  @inlinable public static func interval<S: Scheduler>(
    _ period: S.SchedulerTimeType.Stride, scheduler: S, tolerance: S.SchedulerTimeType.Stride? = nil,
    options: S.SchedulerOptions? = nil
  ) -> Interval<S> {
    Interval(delay: period, period: period, scheduler: scheduler, tolerance: tolerance, options: options)
  }

  /// The publisher returned by `Publishers.interval`.
  public struct Interval<S: Scheduler>: OwnPublisher {
    public typealias Output = Int
    public typealias Failure = Never

    @usableFromInline let delay: S.SchedulerTimeType.Stride
    @usableFromInline let period: S.SchedulerTimeType.Stride
    @usableFromInline let scheduler: S
    @usableFromInline let tolerance: S.SchedulerTimeType.Stride?
    @usableFromInline let options: S.SchedulerOptions?

    @inlinable init(
      delay: S.SchedulerTimeType.Stride, period: S.SchedulerTimeType.Stride, scheduler: S,
      tolerance: S.SchedulerTimeType.Stride?, options: S.SchedulerOptions?
    ) {
      self.delay = delay
      self.period = period
      self.scheduler = scheduler
      self.tolerance = tolerance
      self.options = options
    }

    @inlinable public func receive<T: Subscriber>(subscriber: T) where T.Input == Int, T.Failure == Never {
      let outbox = Outbox<Int, Never>("Interval", to: subscriber)
      outbox.start()
      if outbox.isClosed { return }
      // Touched by the repeating action only, which does not overlap with itself.
      var count = 0
      // Weak: a subscription that is released without being cancelled stops the ticks.
      let repetition = scheduler.schedule(
        after: scheduler.now.advanced(by: delay), interval: period,
        tolerance: tolerance ?? scheduler.minimumTolerance, options: options
      ) { [weak outbox] in
        outbox?.send(count, keeps: false)
        count += 1
      }
      outbox.add(AnyCancellable(repetition))
    }
  }
}

extension Publishers {
  /// Sends 0, 1, 2 and so on, one each `period`, the first after one period. It does not end.
  ///
  /// Each subscriber has its own count. Demand: a tick that is not wanted is counted and not sent.
  ///
  /// - Parameters:
  ///   - period: The time between two ticks. A scheduler may trap if it is not positive.
  ///   - scheduler: What ticks, and delivers.
  ///   - tolerance: How much later a tick may come; the scheduler's minimum if it is nil.
  @inlinable public static func interval<S: Scheduler>(
    _ period: S.SchedulerTimeType.Stride, scheduler: S, tolerance: S.SchedulerTimeType.Stride? = nil,
    options: S.SchedulerOptions? = nil
  ) -> Interval<S> { Interval(period: period, scheduler: scheduler, tolerance: tolerance, options: options) }

  /// The publisher returned by `Publishers.interval`.
  public struct Interval<S: Scheduler>: Publisher {
    public typealias Output = Int
    public typealias Failure = Never

    @usableFromInline let period: S.SchedulerTimeType.Stride
    @usableFromInline let scheduler: S
    @usableFromInline let tolerance: S.SchedulerTimeType.Stride?
    @usableFromInline let options: S.SchedulerOptions?

    @inlinable init(
      period: S.SchedulerTimeType.Stride, scheduler: S, tolerance: S.SchedulerTimeType.Stride?,
      options: S.SchedulerOptions?
    ) {
      self.period = period
      self.scheduler = scheduler
      self.tolerance = tolerance
      self.options = options
    }

    @inlinable public func receive<T: Subscriber>(subscriber: T) where T.Input == Int, T.Failure == Never {
      let outbox = Outbox<Int, Never>("Interval", to: subscriber)
      outbox.start()
      if outbox.isClosed { return }
      // Touched by the repeating action alone, which does not run twice at once.
      var count = 0
      // Weakly, so that a subscriber that drops its subscription without cancelling it ends the repetition.
      let repetition = scheduler.schedule(
        after: scheduler.now.advanced(by: period), interval: period,
        tolerance: tolerance ?? scheduler.minimumTolerance, options: options
      ) { [weak outbox] in
        outbox?.sendIfWanted(count)
        count += 1
      }
      outbox.add(AnyCancellable(repetition))
    }
  }
}

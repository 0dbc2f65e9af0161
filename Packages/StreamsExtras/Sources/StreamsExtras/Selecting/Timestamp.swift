extension Publisher {
  /// Sends each value with the time at which it came, as `scheduler` tells it. Nothing is scheduled.
  @inlinable public func timestamp<S: Scheduler>(
    using scheduler: S
  ) -> Publishers.Map<Self, (value: Output, time: S.SchedulerTimeType)> {
    map { (value: $0, time: scheduler.now) }
  }
}

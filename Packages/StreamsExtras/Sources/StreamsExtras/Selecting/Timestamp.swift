extension Publisher {
  /// Sends each value with the scheduler's time of its arrival. Nothing is scheduled. Demand: forwarded.
  @_alwaysEmitIntoClient public func timestamp<S: Scheduler>(
    scheduler: S
  ) -> Publishers.Map<Self, (value: Output, time: S.SchedulerTimeType)> {
    map { (value: $0, time: scheduler.now) }
  }
}

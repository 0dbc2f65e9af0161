/// Sends one value after a delay.
///
/// Cancelling removes it from the scheduler at once. An action of `schedule(after:)` would stay there until it is due.
@usableFromInline struct After<S: Scheduler>: Publisher {
  @usableFromInline typealias Output = Void
  @usableFromInline typealias Failure = Never

  @usableFromInline let delay: S.SchedulerTimeType.Stride
  @usableFromInline let tolerance: S.SchedulerTimeType.Stride?
  @usableFromInline let scheduler: S
  @usableFromInline let options: S.SchedulerOptions?

  @inlinable init(
    _ delay: S.SchedulerTimeType.Stride, _ tolerance: S.SchedulerTimeType.Stride?, _ scheduler: S,
    _ options: S.SchedulerOptions?
  ) {
    (self.delay, self.tolerance, self.scheduler, self.options) = (delay, tolerance, scheduler, options)
  }

  @inlinable func receive<T: Subscriber>(subscriber: T) where T.Input == Void, T.Failure == Never {
    let outbox = Outbox<Void, Never>("After", to: subscriber)
    outbox.start()
    if outbox.isClosed { return }
    // The second tick never comes, but its period must be positive.
    // Weak: a subscription that is released without being cancelled stops the timer.
    let repetition = scheduler.schedule(
      after: scheduler.now.advanced(by: delay), interval: Swift.max(delay, .nanoseconds(1)),
      tolerance: tolerance ?? scheduler.minimumTolerance, options: options
    ) { [weak outbox] in
      outbox?.send(())
      outbox?.finish(.finished)
    }
    outbox.add(AnyCancellable(repetition))
  }
}

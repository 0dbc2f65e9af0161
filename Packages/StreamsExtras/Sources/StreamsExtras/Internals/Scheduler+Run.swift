extension Scheduler {
  /// Calls `action` once, after a delay. Cancelling or releasing the result removes the action at once; one of
  /// `schedule(after:)` would stay in the scheduler until it is due.
  @_alwaysEmitIntoClient func run(
    after delay: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> AnyCancellable {
    let (action, repetition) = (Latest(action), Latest<AnyCancellable>())
    let cancellable = schedule(
      after: now.advanced(by: delay), interval: Swift.max(delay, .nanoseconds(1)),
      tolerance: tolerance ?? minimumTolerance, options: options
    ) {
      // The first run ends the repetition, or the second one, if the first came before the repetition was known.
      let action = action.take()
      _ = repetition.take()
      action?()
    }
    repetition.set(AnyCancellable(cancellable))
    return AnyCancellable {
      action.cancel()
      repetition.cancel()
    }
  }
}

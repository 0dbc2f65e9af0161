/// Calls a closure after a delay.
///
/// Cancelling removes it from the scheduler at once. An action of `schedule(after:)` would stay there until it is due.
@usableFromInline final class DelayTimer: Cancellable {
  /// Whether the delay has passed, or has been cancelled. Set with the lock held.
  @usableFromInline let isOver = Flag()
  private let lock = Lock()
  /// Guarded by `lock`.
  private var timer: (any Cancellable)?

  @usableFromInline init() {}

  deinit { timer?.cancel() }

  /// Called once.
  @inlinable func start<S: Scheduler>(
    _ delay: S.SchedulerTimeType.Stride, _ scheduler: S, tolerance: S.SchedulerTimeType.Stride? = nil,
    options: S.SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    // Repeating, because only that can be cancelled; so the interval must be positive. The first tick cancels it. Others
    // may run before `keep`. `self` is weak, so that the scheduler does not keep the timer.
    keep(
      scheduler.schedule(
        after: scheduler.now.advanced(by: delay), interval: Swift.max(delay, .nanoseconds(1)),
        tolerance: tolerance ?? scheduler.minimumTolerance, options: options
      ) { [weak self] in
        if let self, end() { action() }
      })
  }

  @usableFromInline func keep(_ timer: any Cancellable) {
    lock.lock()
    let isOver = isOver.isSet
    if !isOver { self.timer = timer }
    lock.unlock()
    if isOver { timer.cancel() }
  }

  @usableFromInline func cancel() { _ = end() }

  /// Ends the delay. Returns false if it was over.
  @usableFromInline func end() -> Bool {
    lock.lock()
    let isFirst = !isOver.isSet
    isOver.isSet = true
    let timer = timer.take()
    lock.unlock()
    timer?.cancel()
    return isFirst
  }
}

extension Duration {
  /// The same length of a scheduler's time, in whole nanoseconds.
  @usableFromInline func stride<Stride: SchedulerTimeIntervalConvertible & SignedNumeric>(_: Stride.Type) -> Stride {
    // In two parts: with an `Int` of 32 bits, nanoseconds alone reach two seconds.
    .seconds(Int(clamping: components.seconds)) + .nanoseconds(Int(components.attoseconds / 1_000_000_000))
  }
}

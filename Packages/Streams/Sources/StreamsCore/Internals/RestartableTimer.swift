/// A restartable repeating action of a scheduler. Only the latest start counts.
@usableFromInline final class RestartableTimer<Context: Scheduler> {
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  /// The number of the latest start, and whether the timer is running.
  @usableFromInline @exclusivity(unchecked) var number = 0
  @usableFromInline @exclusivity(unchecked) var isSet = false
  @usableFromInline @exclusivity(unchecked) var timer: (any Cancellable)?
  // Constant.
  @usableFromInline let interval: Context.SchedulerTimeType.Stride
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?

  @inlinable init(
    _ interval: Context.SchedulerTimeType.Stride, _ scheduler: Context, _ options: Context.SchedulerOptions?
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.options = options
  }

  /// Runs `action` every `interval` from now on, or once, as soon as possible, if `interval` is not positive. Stops the
  /// former action.
  @inlinable func start(_ action: @escaping () -> Void) {
    var timer: (any Cancellable)?
    let number = lock.withLock {
      swap(&timer, &self.timer)
      self.number &+= 1
      isSet = true
      return self.number
    }
    timer?.cancel()
    let date = scheduler.now.advanced(by: interval)
    let tolerance = scheduler.minimumTolerance
    let fire = { if self.isCurrent(number) { action() } }
    if interval > 0 {
      timer = scheduler.schedule(after: date, interval: interval, tolerance: tolerance, options: options, fire)
      lock.withLock { if isSet, number == self.number { swap(&timer, &self.timer) } }
      timer?.cancel()
    } else {
      scheduler.schedule(after: date, tolerance: tolerance, options: options, fire)
    }
  }

  @usableFromInline func isCurrent(_ number: Int) -> Bool { lock.withLock { isSet && number == self.number } }

  @usableFromInline func stop() {
    var timer: (any Cancellable)?
    lock.withLock {
      swap(&timer, &self.timer)
      isSet = false
    }
    timer?.cancel()
  }
}

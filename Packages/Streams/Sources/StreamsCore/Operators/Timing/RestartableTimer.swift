/// A timer that runs an action at the end of a period, and that can be restarted before.
///
/// A restart replaces the scheduled action. On a real-time scheduler, where that is expensive, it only moves the end of the
/// period: if the action then runs too early, it is scheduled again.
@usableFromInline final class RestartableTimer<Context: Scheduler, Payload> {
  @usableFromInline typealias Time = Context.SchedulerTimeType

  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  /// The end of the period; nil while the timer is stopped.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var end: Time?
  /// The date of the scheduled action; nil if there is none.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var armed: Time?
  /// Whether the end has been moved since then.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasMoved = false
  /// The number of scheduled actions so far. It identifies the current one, because a scheduler may run a cancelled one.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var number = 0
  /// Cancels the scheduled action. Nil until the scheduler has returned it.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var timer: (any Cancellable)?
  /// What `keep` receives at the end of the period.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var payload: Payload?
  // Constant.
  @_alwaysEmitIntoClient let interval: Time.Stride
  @_alwaysEmitIntoClient let scheduler: Context
  @_alwaysEmitIntoClient let options: Context.SchedulerOptions?

  @_alwaysEmitIntoClient init(_ interval: Time.Stride, _ scheduler: Context, _ options: Context.SchedulerOptions?) {
    self.interval = interval
    self.scheduler = scheduler
    self.options = options
  }

  /// Starts a period, and ends the former one. Returns whether that ends exactly now: `keep` has then received its payload.
  ///
  /// - Parameters:
  ///   - keep: receives the payload before a later period can end. May be called with the lock held.
  ///   - action: runs at the end of the period, after `keep`.
  @_alwaysEmitIntoClient func restart(
    _ payload: Payload, keep: @escaping (Payload) -> Void, _ action: @escaping () -> Void
  ) -> Bool {
    let now = scheduler.now
    let end = now.advanced(by: interval)
    let movesOnly = scheduler._isRealTime
    var former: Payload? = payload
    var (formerEnd, date): (Time?, Time?) = (end, end)
    var timer: (any Cancellable)?
    var armed: Time?
    lock.lock()
    swap(&former, &self.payload)
    swap(&formerEnd, &self.end)
    hasMoved = movesOnly && self.armed != nil
    if hasMoved { armed = self.armed }
    var number: Int? = hasMoved ? self.number : replaceAction(&date, &timer)
    lock.unlock()
    // Not under the lock, because a custom scheduler compares its times itself. An overdue action is replaced, since the
    // scheduler may have dropped it. (With an interval of 0, every action is overdue.)
    if let armed {
      let isMoved = armed <= end && (armed >= now || interval <= 0)
      number = isMoved ? nil : lock.withLock { number == self.number ? replaceAction(&date, &timer) : nil }
    }
    timer?.cancel()
    let endsNow = interval > 0 && formerEnd == now
    if endsNow, let former { keep(former) }
    if let number { schedule(number, at: end, keep, action) }
    return endsNow
  }

  /// Replaces the scheduled action by one at `date`, or by none if that is nil. Returns its number. The lock must be held.
  /// The caller schedules the new action, and releases what has been replaced.
  @_alwaysEmitIntoClient func replaceAction(_ date: inout Time?, _ timer: inout (any Cancellable)?) -> Int {
    swap(&date, &armed)
    swap(&timer, &self.timer)
    hasMoved = false
    number &+= 1
    return number
  }

  @_alwaysEmitIntoClient func schedule(
    _ number: Int, at date: Time, _ keep: @escaping (Payload) -> Void, _ action: @escaping () -> Void
  ) {
    // With `every`, custom schedulers return an object to cancel. They would repeat the action, but `fire` cancels it. In
    // real time it comes again after centuries: Dispatch then arms a timer only once, which saves a third of its time.
    let next: Time.Stride = scheduler._isRealTime ? .nanoseconds(.max) : interval
    scheduler._schedule(
      once: date, every: interval > 0 ? next : nil, tolerance: nil, options: options,
      { self.fire(number, keep, action) },
      keep: {
        var timer: (any Cancellable)? = $0
        lock.withLock { if number == self.number { swap(&timer, &self.timer) } }
        timer?.cancel()
      })
  }

  /// Called when the scheduled action runs.
  @_alwaysEmitIntoClient func fire(
    _ number: Int, _ keep: @escaping (Payload) -> Void, _ action: @escaping () -> Void
  ) {
    var timer: (any Cancellable)?
    var expired: Payload?
    var (date, formerEnd): (Time?, Time?)
    let moved: Time? = lock.withLock {
      guard number == self.number, hasMoved else { return nil }
      hasMoved = false
      return end
    }
    let now = scheduler.now
    // At most an interval from now, because the clock may have been set back.
    let later = moved.flatMap { $0 > now ? min($0, now.advanced(by: interval)) : nil }
    let next: (number: Int, date: Time)? = lock.withLock {
      guard number == self.number else { return nil }
      if let later = hasMoved ? end : later {
        date = later
        return (replaceAction(&date, &timer), later)
      }
      _ = replaceAction(&date, &timer)
      swap(&formerEnd, &end)
      swap(&expired, &payload)
      if let expired { keep(expired) }
      return nil
    }
    timer?.cancel()
    if let next { schedule(next.number, at: next.date, keep, action) }
    if expired != nil { action() }
  }

  /// Ends the period without running the action.
  @usableFromInline func stop() {
    var timer: (any Cancellable)?
    var former: Payload?
    var (date, formerEnd): (Time?, Time?)
    lock.withLock {
      _ = replaceAction(&date, &timer)
      swap(&former, &payload)
      swap(&formerEnd, &end)
    }
    timer?.cancel()
  }
}

import Foundation

extension Timeline {
  /// Advances time by `duration` and runs the work due on the way, each action at its own time.
  ///
  /// A call inside an action advances immediately, within that action; nothing runs twice. A call while another thread
  /// advances waits until that advance has finished, so the advances of two threads add up.
  ///
  /// - Parameter duration: The distance, rounded to whole nanoseconds. Zero runs the work due now; a negative distance
  ///   does not move time.
  public func advance(by duration: Duration = .zero) {
    drive(.by(duration.wholeNanoseconds))
  }

  /// Advances time to `instant` and runs the work due on the way, each action at its own time.
  ///
  /// If `instant` has passed, time does not move, and only the work due now runs.
  public func advance(to instant: Instant) {
    drive(.to(instant.nanoseconds))
  }

  /// Runs the ready jobs of tasks, moves time to the next instant at which work is due, and runs the work due then.
  ///
  /// - Returns: False if no action ran.
  @discardableResult
  public func step() -> Bool {
    walk(Walk(.pending(background: true))) { $0.hasRunAction }.hasRunAction
  }

  /// Runs the ready jobs of tasks, then moves time to the next action, and runs only it and the jobs it makes ready.
  ///
  /// - Returns: False if no action ran.
  @discardableResult
  public func stepAction() -> Bool {
    var walk = Walk(.pending(background: true), pace: .action)
    drive(&walk)
    return walk.hasRunAction
  }

  /// Walks instant by instant until `isDone` is true, which is checked before the first and after each instant, outside
  /// the lock. Other threads may advance in between.
  @_spi(TestKit) public func walk(_ walk: Walk, until isDone: (Walk) -> Bool) -> Walk {
    var walk = walk
    walk.pace = .instant
    while walk.end == nil {
      if isDone(walk) { walk.end = .done } else { drive(&walk) }
    }
    return walk
  }

  /// Moves the clock by `duration` and runs nothing, as if the machine slept.
  ///
  /// Work that becomes due runs at the next advance, or in the one that runs the calling action, and sees its time.
  public func skip(by duration: Duration) {
    state.withLock {
      if duration > .zero { $0.isDriven = true }
      $0.move(to: max($0.time, $0.due(after: duration.wholeNanoseconds)))
    }
  }

  /// Sets the clock to `instant`, also back, and runs nothing.
  ///
  /// Pending work keeps its due time.
  public func set(to instant: Instant) {
    state.withLock {
      if $0.queue.count > 0 { $0.isDriven = true }
      $0.move(to: instant.nanoseconds)
    }
  }
}

/// The only place where a timeline runs work. ``TimelineState`` decides what comes next.
extension Timeline {
  /// Drives one unit of a walk, on this thread, after any other thread has finished driving. A call inside an action
  /// drives immediately, within that action. A walk of jobs, and one with `instead`, only drives if no thread does,
  /// because that thread's action may wait for this one. If one does, calls `instead`, and returns false.
  @discardableResult
  func drive(_ walk: inout Walk, or instead: ((inout JobQueue) -> Void)? = nil) -> Bool {
    let me = ThreadID.current
    let (isAdvance, waits) = (walk.isAdvance, walk.isAdvance && instead == nil)
    var (isHosted, hasDriven) = (false, true)
    var effect = state.withLock(
      when: { !waits || $0.driver == nil || $0.driver == me },
      watch: { watchWait(of: Thread.isMainThread ? "the main thread" : "a thread") }
    ) { state in
      guard waits || state.driver == nil else {
        hasDriven = false
        instead?(&state.jobs)
        return Effect.over(hasReports: false, wantsHost: false, isAwaited: false)
      }
      state.startDriving(&walk, by: me)
      isHosted = state.jobs.areHosted
      return state.nextEffect(of: &walk)
    }
    if isHosted {
      // Actions run outside the tasks of the body.
      Timeline.$current.withValue(self) { takeSteps(of: &walk, &effect) }
    } else {
      takeSteps(of: &walk, &effect)
    }
    if case .over(let hasReports, let wantsHost, let isAwaited) = effect {
      state.wakeWaiters()
      if isAwaited { for resume in state.withLock({ exchange(&$0.jobs.waiting, with: []) }) { resume() } }
      if wantsHost { startHost(isLate: true) }
      if hasReports, isAdvance { reportAll() }
    }
    return hasDriven
  }

  /// Performs an effect and those that follow, until the drive has ended.
  @inline(__always) private func takeSteps(of walk: inout Walk, _ effect: inout Effect) {
    while perform(effect) { effect = state.withLock { $0.nextEffect(of: &walk) } }
  }

  /// Drives a whole walk.
  func drive(_ limit: Walk.Limit) {
    var walk = Walk(limit)
    drive(&walk)
  }

  /// Prints after a second that a thread or task waits, and which work runs: that work may wait for it.
  func watchWait(of waiter: String) -> Watchdog {
    Watchdog(after: .seconds(1)) { [self] in
      let (now, work) = state.withLock { ($0.time, $0.runningText) }
      return """
        \(name): \(waiter) has waited for a second to advance, while another thread runs \(work) at \
        \(Instant(nanoseconds: now)). If that work waits for it, both wait forever: advance on one thread only. An advance \
        with await blocks no thread, so DispatchQueue.main.sync can go on.
        """
    }
  }

  /// Performs an effect. Returns false if the drive has ended.
  ///
  /// Never inlined: the effect is released when this function returns, so never under the lock.
  @inline(never) private func perform(_ effect: consuming Effect) -> Bool {
    switch effect {
    case .run(let action): action.run()
    case .job(let job): job.run()
    case .release: break
    case .resume(let done): done()
    case .over: return false
    }
    return true
  }

  /// Reports the issues of this advance or walk.
  func reportAll() {
    for (text, place) in state.withLock({ exchange(&$0.reports, with: []) }) { report(text, at: place) }
  }
}

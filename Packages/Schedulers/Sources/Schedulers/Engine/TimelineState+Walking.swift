/// An effect that the timeline performs, and then releases, outside the lock.
enum Effect {
  /// Runs an action.
  case run(PendingQueue.Action)
  /// Runs a job of a task.
  case job(ReadyJob)
  /// Releases an action that must not run.
  case release(PendingQueue.Action)
  /// Resumes the task that requested an advance.
  case resume(@Sendable () -> Void)
  /// The drive has ended: are there issues to report, is a thread needed for jobs, and do tasks wait for the end?
  case over(hasReports: Bool, wantsHost: Bool, isAwaited: Bool)
}

/// How the state carries out a walk.
extension TimelineState {
  /// Makes `thread` the driver.
  @inline(__always) mutating func startDriving(_ walk: inout Walk, by thread: ThreadID) {
    if walk.isOfTestKit { kitWalks += 1 }
    if driver == nil {
      driver = thread
      if !walk.hasBegun, walk.isAdvance || jobs.areHosted {
        // Beside an advance of a task, the host has no steps of its own, but one for each job: the task may hop by one.
        if walk.isAdvance || turns.isEmpty { renewLimits() } else { stepsLeft = max(stepsLeft, jobs.count) }
      }
    } else {
      outerWork.append(running)
    }
    beginUnit(of: &walk)
    isDriven = true
  }

  /// Begins the next unit of a walk.
  private mutating func beginUnit(of walk: inout Walk) {
    walk.hasBegun = true
    walk.budget?.begin(self, settles: walk.settles && !walk.isInterrupted)
    if !walk.isInterrupted { (walk.hasRun, walk.hasRunAction) = (false, false) }
    (walk.isInterrupted, walk.isUnitOver, walk.wakes) = (false, false, wakes)
    (walk.start, walk.isBulk) = (time, walk.pace == .whole)
    switch walk.limit {
    case .by(let distance): walk.go(to: time.addingClamped(max(0, distance)))
    case .to(let instant): walk.go(to: walk.isExtended ? instant : max(time, instant))
    case .pending(_, let last): (walk.last, walk.arrival, walk.isBulk) = (last, .min, false)
    case .jobs: (walk.isUnitOver, walk.end) = (true, .done)
    }
  }

  /// Returns the next effect of a drive: first the steps of the walk; then, in the outermost drive, the jobs and walks
  /// that tasks have requested meanwhile. If one of these has stood still, so has the walk of a test kit.
  @inline(__always) mutating func nextEffect(of walk: inout Walk) -> Effect {
    if !walk.isUnitOver {
      if let effect = nextStep(of: &walk) { return effect }
      endUnit(of: &walk)
    }
    if outerWork.isEmpty, !jobs.isIdle, let effect = nextOfTasks() { return effect }
    if walk.isOfTestKit, walk.end == nil, outerWork.isEmpty, stepsLeft < 0, standsStill { _ = standStill(&walk) }
    return stopDriving(walk)
  }

  /// Returns the next step of a unit, or nil at its end.
  @inline(__always) private mutating func nextStep(of walk: inout Walk) -> Effect? {
    guard walk.isBulk else { return nextCheckedStep(of: &walk) }
    if standsStill { return standStill(&walk) }
    if let effect = takeStep(upTo: walk.last) { return effect }
    if time > walk.arrival, !walk.isExtended {
      walk.isExtended = true
      walk.go(to: time)
      if let effect = takeStep(upTo: walk.last) { return effect }
    }
    arrive(&walk)
    return nil
  }

  private mutating func nextCheckedStep(of walk: inout Walk) -> Effect? {
    if walk.pace == .action, walk.hasRunAction { return nil }
    if standsStill { return standStill(&walk) }
    if jobs.count == 0 {
      let waitsForNothing = if case .pending(background: false, _) = walk.limit { foregroundCount == 0 } else { false }
      guard !waitsForNothing, let key = queue.first, key.due <= walk.last else {
        // When tasks have settled, they may have scheduled more.
        if walk.pace == .whole || !walk.hasRun { arrive(&walk) }
        return nil
      }
      if walk.pace == .instant, walk.hasRun {
        if key.due > time { return nil }
        if walk.settles, wakes != walk.wakes, walk.interruptionsLeft > 0 {
          (walk.interruptionsLeft, walk.isInterrupted) = (walk.interruptionsLeft - 1, true)
          return nil
        }
      }
      if let budget = walk.budget, !budget.allows(key) {
        walk.end = .budget(budget.failure(in: self))
        return nil
      }
    }
    let effect = takeStep(upTo: jobs.count == 0 || chooser.isFIFO || mayRunAction(walk) ? walk.last : .min)
    walk.hasRun = true
    if case .run? = effect {
      walk.hasRunAction = true
      walk.budget?.actions -= 1
    }
    return effect
  }

  /// Whether the first action may run while jobs are ready, in an order that can choose it.
  private func mayRunAction(_ walk: Walk) -> Bool {
    if walk.settles, wakes != walk.wakes, walk.interruptionsLeft > 0 { return false }
    guard let budget = walk.budget, let key = queue.first else { return true }
    return budget.allows(key)
  }

  /// Ends the walk at its limit, or where nothing is pending.
  @inline(__always) private mutating func arrive(_ walk: inout Walk) {
    if time < walk.arrival { move(to: walk.arrival) }
    walk.end = .done
  }

  /// Ends a unit. The rest of a distance is computed from what it has moved, so that other walks in between add up.
  @inline(__always) private func endUnit(of walk: inout Walk) {
    walk.isUnitOver = true
    let moved = time &- walk.start
    if moved != 0 { walk.interruptionsLeft = Walk.interruptions - (walk.isInterrupted ? 1 : 0) }
    if case .by(let distance) = walk.limit { walk.limit = .by(max(0, distance &- moved)) }
    if time > walk.arrival, walk.arrival != .min, !walk.isExtended { (walk.limit, walk.isExtended) = (.to(time), true) }
  }

  /// Returns the next ready job, or the next step of a walk requested by a task; nil if there is neither.
  private mutating func nextOfTasks() -> Effect? {
    while true {
      if var current = jobs.serving {
        jobs.serving = nil
        guard let effect = nextStep(of: &current.walk) else {
          endUnit(of: &current.walk)
          return .resume { [current] in current.done(current.walk) }
        }
        jobs.serving = current
        return effect
      }
      if jobs.count > 0, stepsLeft > 0 { return takeJob(chooser.choose(among: jobs.count)) }
      if jobs.requests.isEmpty { return nil }
      var request = jobs.requests.removeFirst()
      if !request.walk.hasBegun { renewLimits() }
      beginUnit(of: &request.walk)
      jobs.serving = request
    }
  }

  /// Gives up the role of the driver.
  @inline(__always) private mutating func stopDriving(_ walk: Walk) -> Effect {
    if walk.isOfTestKit { kitWalks -= 1 }
    let hasReports = !reports.isEmpty && kitWalks == 0 && !(jobs.serving?.walk.isOfTestKit ?? false)
    if !outerWork.isEmpty {
      running = outerWork.removeLast()
      return .over(hasReports: hasReports, wantsHost: false, isAwaited: false)
    }
    driver = nil
    return .over(hasReports: hasReports, wantsHost: jobs.callHost(), isAwaited: !jobs.waiting.isEmpty)
  }
}

/// One step: a ready job of a task, or else a due action.
extension TimelineState {
  /// Returns the next step up to `target`, or nil if there is none.
  ///
  /// One action only, because the tasks that it wakes run before the next action. This makes settling exact.
  @inline(__always) mutating func takeStep(upTo target: Int64) -> Effect? {
    // Usually there are no jobs, the order is FIFO, and nothing is logged.
    if !jobs.isEmpty || !takesFirst { return takeChosenStep(upTo: target) }
    guard let key = queue.first, key.due <= target else { return nil }
    if key.due > time { move(to: key.due) }
    running.begin(queue.note(key.slot))
    // Only timers, sleeps, background work and named work have a record.
    if let index = running.note.recordIndex { return takeRecorded(key, index) }
    stepsLeft &-= 1
    return .run(queue.takeFirst())
  }
}

/// How the state carries out a walk.
extension TimelineState {
  /// Whether `thread` is the driver, or may become it.
  @inline(__always) func canBeDriven(by thread: ThreadID) -> Bool { driver == nil || driver == thread }

  /// Makes `thread` the driver.
  @inline(__always) mutating func startDriving(_ walk: inout Walk, by thread: ThreadID) {
    driver = thread
    driverDepth += 1
    if driverDepth == 1, !walk.hasBegun { renewLimits() }
    beginUnit(of: &walk)
    isDriven = true
  }

  /// Begins the next unit of a walk.
  private mutating func beginUnit(of walk: inout Walk) {
    walk.hasBegun = true
    if !walk.isInterrupted { (walk.hasRun, walk.hasRunAction) = (false, false) }
    (walk.isInterrupted, walk.isReached, walk.wakes) = (false, false, wakes)
    (walk.start, walk.isBulk) = (time, walk.pace == .whole)
    switch walk.limit {
    case .by(let distance): walk.go(to: time.addingClamped(max(0, distance)))
    case .to(let instant): walk.go(to: max(time, instant))
    case .pending: (walk.last, walk.arrival, walk.isBulk) = (.max, .min, false)
    case .leapBy(let distance): leap(to: time.addingClamped(max(0, distance)), &walk)
    case .leapTo(let instant): leap(to: instant, &walk)
    case .jobs: (walk.isReached, walk.end) = (true, .limit)
    }
    walk.budget?.begin(self)
  }

  private mutating func leap(to instant: Int64, _ walk: inout Walk) {
    move(to: instant)
    walk.go(to: instant)
  }

  /// Returns the next effect of a drive: first the steps of the walk; then, in the outermost drive, the jobs and walks
  /// that tasks have requested meanwhile.
  @inline(__always) mutating func nextEffect(of walk: inout Walk) -> Effect {
    if events != nil { events?.running = nil }
    if !walk.isReached {
      if let effect = nextStep(of: &walk) { return effect }
      endUnit(of: &walk)
    }
    if driverDepth == 1, !jobs.isIdle, let effect = nextOfTasks() { return effect }
    return stopDriving()
  }

  /// Returns the next step of a unit, or nil at its end.
  @inline(__always) private mutating func nextStep(of walk: inout Walk) -> Effect? {
    guard walk.isBulk else { return nextCheckedStep(of: &walk) }
    if standsStill { return standStill(&walk) }
    if let effect = takeStep(upTo: walk.last) { return effect }
    arrive(&walk)
    return nil
  }

  private mutating func nextCheckedStep(of walk: inout Walk) -> Effect? {
    if walk.pace == .action, walk.hasRunAction { return nil }
    if standsStill { return standStill(&walk) }
    if jobs.runnableCount == 0 {
      guard let key = firstKey(for: walk) else {
        // What has run may lead to more, once tasks have settled.
        if walk.pace == .whole || !walk.hasRun { arrive(&walk) }
        return nil
      }
      if walk.pace == .instant, walk.hasRun {
        if key.due > time { return nil }
        if walk.settles, wakes != walk.wakes, walk.interrupt() { return nil }
      }
      if let failure = walk.budget?.failure(before: key, in: self) {
        walk.end = .budget(failure)
        return nil
      }
    }
    let effect = takeStep(upTo: walk.last)
    walk.hasRun = true
    if case .job? = effect { return effect }
    walk.hasRunAction = true
    walk.budget?.countAction()
    return effect
  }

  /// Returns the key of the next work that the walk runs.
  private func firstKey(for walk: Walk) -> PendingQueue.Key? {
    if case .pending(background: false) = walk.limit, foregroundCount == 0 { return nil }
    guard let key = queue.first, key.due <= walk.last else { return nil }
    return key
  }

  /// Ends the walk at its limit.
  @inline(__always) private mutating func arrive(_ walk: inout Walk) {
    if time < walk.arrival { move(to: walk.arrival) }
    walk.end = walk.arrival == .min ? .nothingPending : .limit
  }

  private mutating func standStill(_ walk: inout Walk) -> Effect? {
    reportStandstill()
    walk.end = .standstill
    return nil
  }

  /// Ends a unit. The rest of a distance is computed from what it has moved, so that other walks in between add up.
  @inline(__always) private func endUnit(of walk: inout Walk) {
    walk.isReached = true
    walk.moved = time &- walk.start
    if walk.moved != 0 { walk.interruptionsLeft = Walk.interruptions }
    if case .by(let distance) = walk.limit { walk.limit = .by(max(0, distance &- walk.moved)) }
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
      if let effect = nextJob() { return effect }
      guard var request = jobs.takeRequest() else { return nil }
      if !request.walk.hasBegun { renewLimits() }
      beginUnit(of: &request.walk)
      jobs.serving = request
    }
  }

  /// Gives up the role of the driver.
  @inline(__always) private mutating func stopDriving() -> Effect {
    driverDepth -= 1
    guard driverDepth == 0 else { return .over(hasReports: !reports.isEmpty, wantsHost: false) }
    driver = nil
    return .over(hasReports: !reports.isEmpty, wantsHost: !jobs.isEmpty && jobs.callHost())
  }
}

/// One step: a ready job of a task, or else a due action.
extension TimelineState {
  /// Returns the next step up to `target`, or nil if there is none.
  ///
  /// One action only, because the tasks that it wakes run before the next action. This makes settling exact.
  @inline(__always) mutating func takeStep(upTo target: Int64) -> Effect? {
    if !jobs.isEmpty || !takesFirst { return takeChosenStep(upTo: target) }
    guard let key = queue.first, key.due <= target else { return nil }
    if key.due > time { move(to: key.due) }
    running = queue.note(key.slot)
    if let index = running.recordIndex { return takeRecorded(key, index) }
    stepsLeft &-= 1
    return .run(queue.takeFirst())
  }
}

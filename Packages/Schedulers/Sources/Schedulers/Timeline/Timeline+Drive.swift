extension Timeline {
  /// What one look at the timeline led to.
  enum Step { case nothing, job, action }

  /// Takes the role of the one that runs actions; waits while another thread has it. Lock held.
  @inline(__always) func takeDriverRole() {
    let me = ThreadID.current
    if driver == nil {
      driver = me
    } else if driver != me {
      waitForDriverRole(me)
    }
    driverDepth += 1
    if !isDriven { noteDriven() }
    if adopts, driverDepth == 1 { markThread() }
  }

  private func waitForDriverRole(_ me: ThreadID) {
    waitingDrivers += 1
    while driver != nil { lock.wait() }
    waitingDrivers -= 1
    driver = me
  }

  /// Serves what tasks have asked for meanwhile, and gives the role up. Lock held on entry and exit.
  @inline(__always) func leaveDriverRole() {
    if driverDepth == 1, !ready.isEmpty || !requests.isEmpty { serveRequests() }
    driverDepth -= 1
    guard driverDepth == 0 else { return }
    if hasMarkedThread { unmarkThread() }
    driver = nil
    if waitingDrivers > 0 { lock.signal() }
    // Tasks that never rest go on behind whoever waits for the role.
    if !ready.isEmpty, wantsHost() { startHost() }
  }

  /// Says that what this thread starts is this timeline's. Lock held.
  private func markThread() {
    threadBefore = DrivingThread.timeline
    hasMarkedThread = true
    DrivingThread.set(self)
  }

  private func unmarkThread() {
    DrivingThread.set(threadBefore)
    threadBefore = nil
    hasMarkedThread = false
  }

  /// Runs what is due up to `target`, each action at its own time, then moves the clock there. Lock held on entry and
  /// exit, not while actions run.
  ///
  /// - Returns: False if it ends before, since there is too much work at one instant.
  @discardableResult
  @inline(__always) func drive(to target: Int64) -> Bool {
    repeat {
      if standsStill {
        reportStandstill()
        return false
      }
    } while step(upTo: target) != .nothing
    if time < target { move(to: target) }
    return true
  }

  @inline(__always) func move(to instant: Int64) {
    time = instant
    renewLimits()
  }

  /// Runs one job that is ready; if there is none, one action that is due at `target` or before. Lock held on entry and
  /// exit.
  ///
  /// One action only, because what it wakes comes before the next one: that is what makes settling exact.
  @inline(__always) func step(upTo target: Int64) -> Step {
    if !ready.isEmpty || !isPlain { return carefulStep(upTo: target) }
    guard let key = queue.first, key.due <= target else { return .nothing }
    if key.due > time { move(to: key.due) }
    let action: PendingQueue.Action
    if let index = queue.note(key.slot).recordIndex {
      guard let recorded = takeRecorded(key, index) else { return .action }
      action = recorded
    } else {
      action = queue.takeFirst()
    }
    stepsLeft &-= 1
    lock.unlock()
    action.run()
    lock.lock()
    return .action
  }

  /// The same, when there are jobs, an order other than by scheduling, or a log. Lock held on entry and exit.
  private func carefulStep(upTo target: Int64) -> Step {
    guard let choice = choose(upTo: target) else { return .nothing }
    switch choice {
    case .job(let index):
      stepsLeft &-= 1
      run(ready.take(index))
      return .job
    case .action(let key):
      if key.due > time { move(to: key.due) }
      guard let action = take(key) else { return .action }
      stepsLeft &-= 1
      lock.unlock()
      action.run()
      lock.lock()
      return .action
    }
  }

  /// Takes an action with a record; nil if it must not run. Lock held on entry and exit.
  func takeRecorded(_ key: PendingQueue.Key, _ index: Int) -> PendingQueue.Action? {
    guard let interval = notes.records[index].interval else {
      forget(queue.note(key.slot))
      return queue.take(key)
    }
    if interval > 0 {
      let (next, overflow) = key.due.addingReportingOverflow(interval)
      if !overflow {
        notes.countRun(index)
        return queue.repeat(key, at: next)
      }
    } else if !notes.records[index].isRefused {
      // Due again at once, unless it cancels itself: then nobody minds.
      notes.countRun(index)
      return queue.repeat(key, at: key.due)
    } else {
      endRepeat(key, index)
      return nil
    }
    forget(queue.note(key.slot))
    return queue.take(key)
  }

  /// Takes out and reports a repeating action that would never let time go on. Lock held on entry and exit.
  private func endRepeat(_ key: PendingQueue.Key, _ index: Int) {
    let record = notes.records[index]
    forget(queue.note(key.slot))
    let action = queue.take(key)
    lock.unlock()
    withExtendedLifetime(action) {}
    lock.lock()
    reports.append(
      Report(
        text: """
          \(name): \(record.described(due: key.due)) repeats every \(Duration.nanoseconds(record.interval ?? 0)). \
          An interval must be above zero, or time could never move on. It ran once and was stopped.
          """, place: record.place))
  }
}

extension Record {
  /// For messages: what it is and where it comes from.
  func described(due: Int64) -> String {
    var text =
      switch (kind, interval) {
      case (.sleep, _): "a sleep"
      case (.background, nil): "a background action"
      case (.background, _): "a background timer"
      case (.action, nil): "an action"
      case (.action, _): "a timer"
      }
    if let name { text += " \(name.literal)" }
    if let interval { text += " of \(Duration.nanoseconds(interval))" }
    if let place { text += " \(kind == .sleep ? "begun" : "scheduled") at \(place)" }
    return text + ", due at \(Timeline.Instant(nanoseconds: due))"
  }
}

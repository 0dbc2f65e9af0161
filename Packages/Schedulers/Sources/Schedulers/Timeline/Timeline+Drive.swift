import IssueReporting

extension Timeline {
  /// What one look at the timeline led to.
  enum Step { case nothing, action }

  /// Takes the role of the one that runs actions; waits while another thread has it. Lock held.
  @inline(__always) func takeDriverRole() {
    let me = ThreadID.current
    if driver == nil {
      driver = me
    } else if driver != me {
      waitForDriverRole(me)
    }
    driverDepth += 1
  }

  private func waitForDriverRole(_ me: ThreadID) {
    while driver != nil { lock.wait() }
    driver = me
  }

  /// Lock held.
  @inline(__always) func leaveDriverRole() {
    driverDepth -= 1
    guard driverDepth == 0 else { return }
    driver = nil
    lock.signal()
  }

  /// Runs what is due up to `target`, each action at its own time, then moves the clock there. Lock held on entry and
  /// exit, not while actions run.
  @inline(__always) func drive(to target: Int64) {
    while step(upTo: target) != .nothing {}
    if time < target { move(to: target) }
  }

  @inline(__always) func move(to instant: Int64) {
    time = instant
    runsAtInstant = 0
  }

  /// Runs one action that is due at `target` or before. Lock held on entry and exit.
  @inline(__always) func step(upTo target: Int64) -> Step {
    guard let key = queue.first, key.due <= target else { return .nothing }
    if key.due > time { move(to: key.due) }
    let action: PendingQueue.Action
    if let index = key.note.recordIndex {
      guard let ready = takeRecorded(key, index) else { return .action }
      action = ready
    } else {
      action = queue.takeFirst()
    }
    runsAtInstant &+= 1
    lock.unlock()
    action.run()
    lock.lock()
    return .action
  }

  /// Takes an action with a record; nil if it must not run. Lock held on entry and exit.
  private func takeRecorded(_ key: PendingQueue.Key, _ index: Int) -> PendingQueue.Action? {
    guard let interval = notes.records[index].interval else {
      forget(key.note)
      return queue.takeFirst()
    }
    if interval > 0 {
      let (next, overflow) = key.due.addingReportingOverflow(interval)
      if !overflow {
        notes.countRun(index)
        return queue.repeatFirst(at: next)
      }
    } else if notes.records[index].runs == 0 {
      // Due again at once, unless it cancels itself: then nobody minds.
      notes.countRun(index)
      return queue.repeatFirst(at: key.due)
    } else {
      endRepeat(key, index)
      return nil
    }
    forget(key.note)
    return queue.takeFirst()
  }

  /// Takes out and reports a repeating action that would never let time go on. Lock held on entry and exit.
  private func endRepeat(_ key: PendingQueue.Key, _ index: Int) {
    let record = notes.records[index]
    forget(key.note)
    let action = queue.takeFirst()
    lock.unlock()
    withExtendedLifetime(action) {}
    reportIssue(
      """
      \(name): \(record.described(due: key.due)) repeats every \(Duration.nanoseconds(record.interval ?? 0)). \
      An interval must be above zero, or time could never move on. It ran once and was stopped.
      """)
    lock.lock()
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
    if let name { text += " \"\(name)\"" }
    if let interval { text += " of \(Duration.nanoseconds(interval))" }
    if let place { text += " scheduled at \(place)" }
    return text + ", due at \(Timeline.Instant(nanoseconds: due))"
  }
}

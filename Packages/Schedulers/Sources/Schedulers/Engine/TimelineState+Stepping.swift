/// What the timeline does outside the lock, and releases there when it is done.
enum Effect {
  /// Runs an action.
  case run(PendingQueue.Action)
  /// Runs a job of a task.
  case job(ReadyJob)
  /// Releases an action that must not run.
  case release(PendingQueue.Action)
  /// Resumes the task that asked for an advance.
  case resume(@Sendable () -> Void)
  /// The drive is over. Says whether there are issues to report, and whether a thread must come for the jobs that are left.
  case over(hasReports: Bool, wantsHost: Bool)
}

/// One step: a job of a task that is ready; if none is, an action that is due.
extension TimelineState {
  /// The next step up to `target`; nil if there is none.
  ///
  /// One action only, because what it wakes comes before the next one: that is what makes settling exact.
  @inline(__always) mutating func step(upTo target: Int64) -> Effect? {
    if !jobs.isEmpty || !isPlain { return carefulStep(upTo: target) }
    guard let key = queue.first, key.due <= target else { return nil }
    if key.due > time { move(to: key.due) }
    if let index = queue.note(key.slot).recordIndex { return takeRecorded(key, index) }
    stepsLeft &-= 1
    return .run(queue.takeFirst())
  }

  /// The same, when there are jobs, an order other than by scheduling, or a log.
  private mutating func carefulStep(upTo target: Int64) -> Effect? {
    let runnable = jobs.runnableCount
    if chooser.isFIFO {
      if runnable > 0 { return takeJob(0) }
      guard let key = queue.first, key.due <= target else { return nil }
      if key.due > time { move(to: key.due) }
      return take(key)
    }
    if runnable == 0 {
      guard let key = queue.first, key.due <= target else { return nil }
      if key.due > time { move(to: key.due) }
    }
    // Of what is late, for example after `skip`, only what was due first: between instants there is no choice.
    let due = queue.first.map { $0.due <= time ? queue.due(by: $0.due) : [] } ?? []
    let index = chooser.choose(among: runnable + due.count)
    return index < runnable ? takeJob(index) : take(due[index - runnable])
  }

  private mutating func takeJob(_ index: Int) -> Effect {
    stepsLeft &-= 1
    return .job(jobs.take(index))
  }

  /// A job that is ready, while there are steps left; nil if there is none.
  mutating func nextJob() -> Effect? {
    let runnable = jobs.runnableCount
    guard runnable > 0, stepsLeft > 0 else { return nil }
    return takeJob(chooser.isFIFO ? 0 : chooser.choose(among: runnable))
  }

  private mutating func take(_ key: PendingQueue.Key) -> Effect {
    if events != nil { logTaken(key) }
    if let index = queue.note(key.slot).recordIndex { return takeRecorded(key, index) }
    stepsLeft &-= 1
    return .run(queue.take(key))
  }

  /// Takes an action with a record, or makes it due again.
  private mutating func takeRecorded(_ key: PendingQueue.Key, _ index: Int) -> Effect {
    stepsLeft &-= 1
    guard let interval = notes.records[index].interval else { return .run(takeOut(key)) }
    if interval <= 0 {
      if notes.records[index].isRefused { return endRepeat(key, index) }
      // Due again at once, in case it cancels itself in its first run.
      notes.countRun(index)
      return .run(queue.repeat(key, at: key.due))
    }
    let (next, overflow) = key.due.addingReportingOverflow(interval)
    if overflow { return .run(takeOut(key)) }
    notes.countRun(index)
    return .run(queue.repeat(key, at: next))
  }

  private mutating func takeOut(_ key: PendingQueue.Key) -> PendingQueue.Action {
    forget(queue.note(key.slot))
    return queue.take(key)
  }

  /// Takes out and reports a repeating action that would keep time from moving.
  private mutating func endRepeat(_ key: PendingQueue.Key, _ index: Int) -> Effect {
    let record = notes.records[index]
    reports.append(
      Report(
        text: """
          \(name): \(record.described(due: key.due)) repeats every \(Duration.nanoseconds(record.interval ?? 0)). \
          An interval must be above zero, or time could never move on. It ran once and was stopped.
          """, place: record.place))
    return .release(takeOut(key))
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

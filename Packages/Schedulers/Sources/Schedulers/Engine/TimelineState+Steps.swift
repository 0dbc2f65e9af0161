/// The steps that need more than taking the first action: jobs, other orders, a log, and actions with records.
extension TimelineState {
  /// Takes a step, as `takeStep` does, if there are jobs, an order other than by scheduling, or a log.
  mutating func takeChosenStep(upTo target: Int64) -> Effect? {
    let runnable = jobs.count
    if runnable == 0 {
      guard let key = queue.first, key.due <= target else { return nil }
      if key.due > time { move(to: key.due) }
      if chooser.isFIFO { return take(key) }
    } else if chooser.isFIFO {
      return takeJob(0)
    }
    // Of late actions, for example after `skip`, only those that were due first: different instants are always in
    // order.
    let due = queue.first.map { $0.due <= min(time, target) ? queue.due(by: $0.due) : [] } ?? []
    let index = chooser.choose(among: runnable + due.count)
    return index < runnable ? takeJob(index) : take(due[index - runnable])
  }

  mutating func takeJob(_ index: Int) -> Effect {
    stepsLeft &-= 1
    let job = jobs.take(index)
    running.begin(job)
    if log != nil { logTurn(job) }
    return .job(job)
  }

  private mutating func take(_ key: PendingQueue.Key) -> Effect {
    running.begin(queue.note(key.slot))
    if log != nil { logTaken(key) }
    if let index = running.note.recordIndex { return takeRecorded(key, index) }
    stepsLeft &-= 1
    return .run(queue.take(key))
  }

  /// Removes an action with a record, or makes it due again.
  mutating func takeRecorded(_ key: PendingQueue.Key, _ index: Int) -> Effect {
    stepsLeft &-= 1
    if notes.records[index].wakesTasks { wakes &+= 1 }
    guard let interval = notes.records[index].interval else { return .run(takeOut(key)) }
    if notes.records[index].isRefused { return endRepeat(key, notes.records[index]) }
    // Due again immediately if the interval is not above zero, in case it cancels itself in its first run.
    let (next, overflow) = key.due.addingReportingOverflow(max(0, interval))
    if overflow { return .run(takeOut(key)) }
    notes.countRun(index)
    return .run(queue.repeat(key, at: next))
  }

  private mutating func takeOut(_ key: PendingQueue.Key) -> PendingQueue.Action {
    forget(queue.note(key.slot))
    return queue.take(key)
  }

  /// Removes and reports a repeating action that would prevent time from moving.
  private mutating func endRepeat(_ key: PendingQueue.Key, _ record: Record) -> Effect {
    let text = """
      \(name): \(record.described(due: key.due)) repeats every \(Duration.nanoseconds(record.interval ?? 0)). \
      An interval must be above zero, or time could never advance. It ran once and was stopped.
      """
    reports.append((text, record.place))
    return .release(takeOut(key))
  }
}

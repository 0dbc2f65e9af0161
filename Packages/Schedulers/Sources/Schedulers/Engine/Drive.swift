/// One advance, from becoming the driver to giving up that role. Belongs to the driving thread.
struct Drive {
  var goal: Goal
  /// The time at which the drive began.
  fileprivate(set) var start: Int64 = 0
  fileprivate(set) var isReached = false
  /// For one step, or one part of a move: whether there was anything to run.
  fileprivate(set) var hasRun = false
  /// Whether the drive ended early, with too much work at one instant.
  fileprivate(set) var stoodStill = false
  /// Whether the drive is part of a move. The steps at this instant are then counted since the move began.
  fileprivate var isPart: Bool { if case .instant = goal { true } else { false } }
  /// Whether a move by instants has ended, and the distance of this instant.
  fileprivate(set) var isLast = false
  fileprivate(set) var distance: Int64 = 0
  /// The reason why a run stopped, if work is left.
  fileprivate(set) var failure: String?

  init(_ goal: Goal) { self.goal = goal }

  /// The outcome of a part of a move.
  struct Part: Sendable {
    /// Whether anything has run.
    let hasRun: Bool
    /// Whether the move has ended.
    let isLast: Bool
    /// The distance that time has moved.
    let distance: Int64
  }

  var part: Part { Part(hasRun: hasRun, isLast: isLast || stoodStill, distance: distance) }
}

extension TimelineState {
  /// Whether `thread` is the driver, or may become it.
  @inline(__always) func canBeDriven(by thread: ThreadID) -> Bool { driver == nil || driver == thread }

  /// Makes `thread` the driver. Returns whether the timeline is driven for the first time.
  @inline(__always) mutating func begin(_ drive: inout Drive, by thread: ThreadID) -> Bool {
    driver = thread
    driverDepth += 1
    if driverDepth == 1, !drive.isPart { renewLimits() }
    begin(&drive)
    guard !isDriven else { return false }
    isDriven = true
    return true
  }

  /// Converts the goal to an absolute one, as of now.
  private mutating func begin(_ drive: inout Drive) {
    drive.start = time
    switch drive.goal {
    case .to(let instant): drive.goal = .to(max(time, instant))
    case .by(let distance): drive.goal = .to(time.addingClamped(max(0, distance)))
    case .jump(let target):
      move(to: target(time))
      drive.goal = .to(time)
    case .nextDue:
      drive.hasRun = queue.first != nil
      drive.goal = .to(max(time, queue.first?.due ?? time))
    case .instant(of: let move):
      guard let target = move.target(from: time) else { return beginRun(move, &drive) }
      let next = queue.first?.due
      drive.hasRun = next.map { $0 <= target } ?? false || !jobs.isEmpty
      drive.isLast = !drive.hasRun
      drive.goal = .to(max(time, min(next ?? target, target)))
    case .instantOfRun(let run): run.begin(self)
    case .oneStep, .run, .jobs: break
    }
  }

  private func beginRun(_ move: Drive.Move, _ drive: inout Drive) {
    guard case .nextInstant(let run) = move else { return }
    run.begin(self)
    drive.goal = .instantOfRun(run)
  }

  /// Returns the next effect of a drive: first the steps towards its goal; then, in the outermost drive, the jobs and
  /// advances that tasks have requested meanwhile.
  @inline(__always) mutating func next(_ drive: inout Drive) -> Effect {
    if events != nil { events?.running = nil }
    if !drive.isReached {
      if let effect = approach(&drive) { return effect }
      drive.isReached = true
      drive.distance = time &- drive.start
    }
    if driverDepth == 1, !jobs.isIdle, let effect = serve() { return effect }
    return end()
  }

  /// Returns the next step towards the goal, or nil when the goal is reached.
  @inline(__always) private mutating func approach(_ drive: inout Drive) -> Effect? {
    if case .to(let target) = drive.goal {
      if standsStill { return standStill(&drive) }
      if let effect = step(upTo: target) { return effect }
      if time < target { move(to: target) }
      return nil
    }
    return approachOtherwise(&drive)
  }

  private mutating func approachOtherwise(_ drive: inout Drive) -> Effect? {
    switch drive.goal {
    case .oneStep:
      guard !drive.hasRun, let effect = step(upTo: .max) else { return nil }
      drive.hasRun = true
      return effect
    case .run(var bound):
      guard let key = bound.next(in: self) else { return nil }
      if standsStill { return standStill(&drive) }
      // The jobs of tasks, which come first, do not count.
      if jobs.runnableCount == 0 { drive.failure = bound.failure(before: key, in: self) }
      drive.goal = .run(bound)
      return drive.failure == nil ? step(upTo: key.due) : nil
    case .instantOfRun(let run):
      let effect = run.next(&self)
      drive.stoodStill = run.stoodStill
      drive.isLast = run.isOver
      drive.hasRun = !run.isOver || run.failure != nil
      return effect
    case .jobs, .to, .by, .jump, .nextDue, .instant: return nil
    }
  }

  private mutating func standStill(_ drive: inout Drive) -> Effect? {
    reportStandstill()
    drive.stoodStill = true
    return nil
  }

  /// Returns the next ready job, or the next step of an advance requested by a task; nil if there is neither.
  private mutating func serve() -> Effect? {
    while true {
      if var current = jobs.serving {
        jobs.serving = nil
        let effect = approach(&current.drive)
        guard let effect else {
          current.drive.distance = time &- current.drive.start
          let (done, part) = (current.done, current.drive.part)
          return .resume { done(part) }
        }
        jobs.serving = current
        return effect
      }
      if let effect = nextJob() { return effect }
      guard var request = jobs.takeRequest() else { return nil }
      if !request.drive.isPart { renewLimits() }
      begin(&request.drive)
      jobs.serving = request
    }
  }

  /// Gives up the role of the driver.
  @inline(__always) private mutating func end() -> Effect {
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
  @inline(__always) mutating func step(upTo target: Int64) -> Effect? {
    if !jobs.isEmpty || !isPlain { return carefulStep(upTo: target) }
    guard let key = queue.first, key.due <= target else { return nil }
    if key.due > time { move(to: key.due) }
    if let index = queue.note(key.slot).recordIndex { return takeRecorded(key, index) }
    stepsLeft &-= 1
    return .run(queue.takeFirst())
  }

  /// Does the same if there are jobs, an order other than by scheduling, or a log.
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
    // Of late actions, for example after `skip`, only those that were due first: different instants are always in
    // order.
    let due = queue.first.map { $0.due <= time ? queue.due(by: $0.due) : [] } ?? []
    let index = chooser.choose(among: runnable + due.count)
    return index < runnable ? takeJob(index) : take(due[index - runnable])
  }

  private mutating func takeJob(_ index: Int) -> Effect {
    stepsLeft &-= 1
    let job = jobs.take(index)
    if let turn = job.turn { logTurn(turn) }
    return .job(job)
  }

  /// Returns a ready job while there are steps left, or nil if there is none.
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

  /// Removes an action with a record, or makes it due again.
  private mutating func takeRecorded(_ key: PendingQueue.Key, _ index: Int) -> Effect {
    stepsLeft &-= 1
    guard let interval = notes.records[index].interval else { return .run(takeOut(key)) }
    if interval <= 0 {
      if notes.records[index].isRefused { return endRepeat(key, index) }
      // Due again immediately, in case it cancels itself in its first run.
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

  /// Removes and reports a repeating action that would prevent time from moving.
  private mutating func endRepeat(_ key: PendingQueue.Key, _ index: Int) -> Effect {
    let record = notes.records[index]
    reports.append(
      Report(
        text: """
          \(name): \(record.described(due: key.due)) repeats every \(Duration.nanoseconds(record.interval ?? 0)). \
          An interval must be above zero, or time could never advance. It ran once and was stopped.
          """, place: record.place))
    return .release(takeOut(key))
  }
}

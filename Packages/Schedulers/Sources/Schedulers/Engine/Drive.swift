/// One advance, from taking the role of the driver to giving it up. Kept by the thread that drives.
struct Drive {
  var goal: Goal
  /// When the drive began.
  fileprivate(set) var start: Int64 = 0
  fileprivate(set) var isReached = false
  /// Of one step, or one part of a move: whether there was anything to run.
  fileprivate(set) var hasRun = false
  /// Whether it ended early, with too much work at one instant.
  fileprivate(set) var stoodStill = false
  /// Whether it is a part of a move: then the steps at this instant have been counted since the move began.
  fileprivate var isPart: Bool { if case .instant = goal { true } else { false } }
  /// Whether a move by instants is at its end, and how far this instant went.
  fileprivate(set) var isLast = false
  fileprivate(set) var distance: Int64 = 0
  /// Why a run stopped, if work is left.
  fileprivate(set) var failure: String?

  init(_ goal: Goal) { self.goal = goal }

  /// What came of a part of a move.
  struct Part: Sendable {
    /// Whether anything has run.
    let hasRun: Bool
    /// Whether the move is at its end.
    let isLast: Bool
    /// How far it went.
    let distance: Int64
  }

  var part: Part { Part(hasRun: hasRun, isLast: isLast || stoodStill, distance: distance) }
}

extension TimelineState {
  /// Whether a thread may take the role of the driver, or has it.
  @inline(__always) func canBeDriven(by thread: ThreadID) -> Bool { driver == nil || driver == thread }

  /// Takes the role of the driver. Returns whether this is the first time.
  @inline(__always) mutating func begin(_ drive: inout Drive, by thread: ThreadID) -> Bool {
    driver = thread
    driverDepth += 1
    if driverDepth == 1, !drive.isPart { renewLimits() }
    begin(&drive)
    guard !isDriven else { return false }
    isDriven = true
    return true
  }

  /// Settles what the goal means from now.
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

  /// What comes next in a drive: first what its goal wants; then, in the outermost, what tasks have asked for meanwhile.
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

  /// The next step towards the goal; nil when it is reached.
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
      // The jobs of tasks that come first do not count.
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

  /// Jobs that are ready, and advances that tasks have asked for; nil if there is neither.
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

  /// Gives the role of the driver up.
  @inline(__always) private mutating func end() -> Effect {
    driverDepth -= 1
    guard driverDepth == 0 else { return .over(hasReports: !reports.isEmpty, wantsHost: false) }
    driver = nil
    return .over(hasReports: !reports.isEmpty, wantsHost: !jobs.isEmpty && jobs.callHost())
  }
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
    let job = jobs.take(index)
    if let turn = job.turn { logTurn(turn) }
    return .job(job)
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

  /// Takes out and reports a repeating action that would keep time from moving.
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

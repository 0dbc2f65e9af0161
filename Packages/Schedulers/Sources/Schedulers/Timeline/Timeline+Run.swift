extension Timeline {
  /// Runs everything that is pending, instant by instant, until nothing is left but background work.
  ///
  /// A timer that nobody cancels would never let it end. So it stops, and reports an issue that names the timer and the
  /// line that scheduled it, when the next action is due beyond the horizon, or when `limit` more actions have run than
  /// were pending at the start. What is pending then stays so.
  ///
  /// - Parameters:
  ///   - horizon: How far virtual time may move.
  ///   - limit: How many actions may run besides those that are pending at the start.
  public func run(
    horizon: Duration = Timeline.defaultHorizon, limit: Int = Timeline.defaultLimit,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    beginAdvance()
    var bound = RunBound(timeline: self, horizon: horizon, limit: limit)
    var failure: String?
    while failure == nil, let key = bound.next(in: self) {
      if standsStill {
        reportStandstill()
        break
      }
      // The jobs of tasks that come first do not count.
      if ready.isEmpty { failure = bound.failure(before: key, in: self) }
      if failure == nil { _ = step(upTo: key.due) }
    }
    endAdvance()
    if let failure { reportFailure(failure, fileID: fileID, filePath: filePath, line: line, column: column) }
  }

  /// Moves time to the next instant at which something is due and runs everything that is due then.
  ///
  /// - Returns: False if nothing was pending.
  @discardableResult
  public func step() -> Bool {
    beginAdvance()
    let first = queue.first
    if let first { drive(to: max(time, first.due)) }
    endAdvance()
    return first != nil
  }

  /// Runs the one action that is next, moving time to it.
  ///
  /// - Returns: False if nothing was pending.
  @discardableResult
  public func stepAction() -> Bool {
    beginAdvance()
    let done = step(upTo: .max)
    endAdvance()
    return done != .nothing
  }

  /// Moves the clock by `duration` and runs nothing, as when a machine sleeps.
  ///
  /// What became due meanwhile runs at the next advance, at the time that it is then. Skipping by zero declares that
  /// pending work stays undone on purpose while another timeline of the test is advanced.
  public func skip(by duration: Duration) {
    lock.withLock {
      noteDriven()
      move(to: max(time, time.addingClamped(duration.wholeNanoseconds)))
    }
  }

  /// Sets the clock to `instant`, also back, and runs nothing.
  ///
  /// What is pending keeps the instant for which it was scheduled.
  public func set(to instant: Instant) {
    lock.withLock {
      if queue.count > 0 { noteDriven() }
      move(to: instant.nanoseconds)
    }
  }

  /// A hundred years: how far `run()` moves time at most, if nothing else is said.
  public static var defaultHorizon: Duration { .seconds(100 * 365 * 86_400) }

  /// A million: how many actions `run()` runs at most besides those that were pending, if nothing else is said.
  public static var defaultLimit: Int { 1_000_000 }
}

/// Keeps a run from going on for ever.
struct RunBound {
  private let start: Int64
  private let end: Int64
  private let limit: Int
  private var left: Int

  /// Lock held.
  init(timeline: Timeline, horizon: Duration, limit: Int) {
    start = timeline.time
    end = start.addingClamped(horizon.wholeNanoseconds)
    self.limit = limit
    left = limit.addingReportingOverflow(timeline.queue.count).overflow ? .max : limit + timeline.queue.count
  }

  /// What runs next; nil if only background work is left. Lock held.
  @inline(__always) func next(in timeline: Timeline) -> PendingQueue.Key? {
    timeline.hasForegroundWork ? timeline.queue.first : nil
  }

  /// Counts the action; says why it must not run, if so. Lock held.
  @inline(__always) mutating func failure(before key: PendingQueue.Key, in timeline: Timeline) -> String? {
    left -= 1
    return key.due <= end && left >= 0 ? nil : describe(key, in: timeline)
  }

  private func describe(_ key: PendingQueue.Key, in timeline: Timeline) -> String {
    let reason =
      left < 0
      ? "\(limit) actions beyond those that were pending have run"
      : "the next action is due more than \(Duration.nanoseconds(end) - .nanoseconds(start)) after the start"
    let timers = timeline.queue.all().map { (key: $0, record: timeline.record(of: $0)) }
      .filter { $0.record.interval != nil && $0.record.kind != .background }
      .sorted { $0.record.runs > $1.record.runs }
    let suspects =
      timers.isEmpty
      ? ["  \(timeline.record(of: key).described(due: key.due))"]
      : timers.prefix(5).map { "  \($0.record.described(due: $0.key.due)), run \($0.record.runs) times" }
    return """
      run() of \(timeline.name) stopped at \(Timeline.Instant(nanoseconds: timeline.time)): \(reason). \
      Still pending, and perhaps never cancelled:
      \(suspects.joined(separator: "\n"))
      Cancel it before run(), or use advance(by:), or give run() a larger horizon or limit.
      """
  }
}

/// Bounds a run that would never end.
struct RunBound {
  private let start: Int64
  private let end: Int64
  private let limit: Int
  private var left: Int

  init(_ state: borrowing TimelineState, horizon: Duration, limit: Int) {
    start = state.time
    end = start.addingClamped(horizon.wholeNanoseconds)
    self.limit = limit
    left = limit.addingReportingOverflow(state.queue.count).overflow ? .max : limit + state.queue.count
  }

  /// Returns the next key to run, or nil if only background work is left.
  @inline(__always) func next(in state: borrowing TimelineState) -> PendingQueue.Key? {
    state.foregroundCount > 0 ? state.queue.first : nil
  }

  /// Counts an action. Returns the reason if it must not run.
  @inline(__always) mutating func failure(before key: PendingQueue.Key, in state: borrowing TimelineState) -> String? {
    left -= 1
    return key.due <= end && left >= 0 ? nil : describe(key, in: state)
  }

  private func describe(_ key: PendingQueue.Key, in state: borrowing TimelineState) -> String {
    let reason =
      left < 0
      ? "\(limit) actions have run in addition to those pending at the call"
      : "the next action is due more than \(Duration.nanoseconds(end) - .nanoseconds(start)) after the start"
    var timers: [(key: PendingQueue.Key, record: Record)] = []
    for key in state.queue.all() {
      let record = state.record(of: key)
      if record.interval != nil, record.kind != .background { timers.append((key, record)) }
    }
    timers.sort { $0.record.runs > $1.record.runs }
    let suspects =
      timers.isEmpty
      ? ["  \(state.record(of: key).described(due: key.due))"]
      : timers.prefix(5).map { "  \($0.record.described(due: $0.key.due)), run \($0.record.runs) times" }
    return """
      run() of \(state.name) stopped at \(Timeline.Instant(nanoseconds: state.time)): \(reason). \
      Still pending, and perhaps never cancelled:
      \(suspects.joined(separator: "\n"))
      Cancel it before run(), use advance(by:) instead, or pass a larger horizon or limit.
      """
  }
}

/// An instant-by-instant run that waits for tasks.
///
/// Sendable because its state is accessed only together with the timeline's state, under its lock.
final class BoundedRun: @unchecked Sendable {
  private let horizon: Duration
  private let limit: Int
  private var bound: RunBound?
  private var instant: Int64 = 0
  private var hasRun = false
  private(set) var isOver = false
  private(set) var stoodStill = false
  /// The reason why it has ended, if work is left.
  private(set) var failure: String?

  init(horizon: Duration, limit: Int) {
    self.horizon = horizon
    self.limit = limit
  }

  /// Begins the next instant.
  func begin(_ state: borrowing TimelineState) {
    if bound == nil { bound = RunBound(state, horizon: horizon, limit: limit) }
    instant = state.time
    hasRun = false
  }

  /// Returns the work that can run now, or else the work that is due next. Returns nil at the end of the instant. If
  /// nothing was left to run, the run ends.
  func next(_ state: inout TimelineState) -> Effect? {
    guard var bound, !isOver else { return nil }
    let key = bound.next(in: state)
    if state.standsStill {
      state.reportStandstill()
      stoodStill = true
      isOver = true
      return nil
    }
    if state.jobs.runnableCount == 0 {
      guard let key else {
        isOver = !hasRun
        return nil
      }
      if key.due > instant {
        if hasRun { return nil }
        instant = key.due
      }
    }
    if let key, key.due <= instant {
      failure = bound.failure(before: key, in: state)
      isOver = failure != nil
      if isOver { return nil }
    }
    let effect = state.step(upTo: instant)
    // The jobs of tasks, which come first, do not count.
    if case .job? = effect {} else { self.bound = bound }
    hasRun = true
    return effect
  }
}

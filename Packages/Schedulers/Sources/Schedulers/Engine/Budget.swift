/// The bounds of a run that might never end.
struct Budget: Sendable {
  private let horizon: Int64
  private let limit: Int
  /// The number of actions that may still run, and the latest due time. Set when the run begins.
  private var left = 0
  private var end: Int64?

  init(horizon: Duration, limit: Int) {
    self.horizon = horizon.wholeNanoseconds
    self.limit = limit
  }

  /// Begins with the work that is pending now, which does not count.
  mutating func begin(_ state: borrowing TimelineState) {
    guard end == nil else { return }
    end = state.time.addingClamped(horizon)
    left = limit.addingReportingOverflow(state.queue.count).overflow ? .max : limit + state.queue.count
  }

  @inline(__always) mutating func countAction() { left -= 1 }

  /// Whether an action may run.
  @inline(__always) func allows(_ key: PendingQueue.Key) -> Bool { left > 0 && key.due <= end ?? .max }

  /// Returns the reason why an action must not run.
  func failure(before key: PendingQueue.Key, in state: borrowing TimelineState) -> String {
    let reason =
      left <= 0
      ? "\(limit) actions have run in addition to those pending at the call"
      : "the next action is due more than \(Duration.nanoseconds(horizon)) after the start"
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
      Cancel it before run(), use advance(by:) instead, or call the timeline's run(horizon:limit:) with larger bounds.
      """
  }
}

/// The bounds of a walk that might never end: of each run, and of each wait, check and diagram. An advance has none,
/// because its caller says how far it goes. Endless work at one instant has a limit of its own, see `standsStill`.
struct Budget: Sendable {
  /// The kind of call that is bounded, and its advice.
  enum Use: String {
    case run =
      "Cancel it before run(), use advance(by:) instead, or call the timeline's run(horizon:limit:) with larger bounds"
    case testKit = "Cancel it first, or pass the time before with advance(by:), which has no such bounds"
  }

  let use: Use
  private let horizon: Int64
  private let limit: Int
  /// The maximum number of instants after which tasks settle. Each usually takes up to a millisecond.
  private let settlingLimit: Int
  private let timeout: Duration?
  /// The end of the timeout, since `origin`. Not an instant: its size is not known while compiling, so all code that uses
  /// the state of a timeline would look up where its properties are.
  private let timeoutEnd: Duration?
  private static let origin = ContinuousClock.now
  @inline(never) private static var elapsed: Duration { origin.duration(to: .now) }
  /// The numbers that are left, and the latest due time. Set when the walk begins.
  var actions: Int64 = 0
  private var settlings: Int64 = 0
  private var end: Int64?

  init(_ use: Use, horizon: Duration? = nil, limit: Int? = nil, timeout: Duration? = nil) {
    self.use = use
    self.horizon = horizon?.wholeNanoseconds ?? .max
    self.limit = limit ?? .max
    settlingLimit = limit == Timeline.defaultLimit ? 100_000 : .max
    self.timeout = timeout
    timeoutEnd = timeout.map { Self.elapsed + $0 }
  }

  /// Begins a unit of the walk. At the first one, the work that is pending now does not count.
  mutating func begin(_ state: borrowing TimelineState, settles: Bool) {
    if settles { settlings -= 1 }
    guard end == nil else { return }
    end = state.time.addingClamped(horizon)
    actions = Int64(limit).addingClamped(Int64(state.queue.count))
    settlings = Int64(settlingLimit).addingClamped(Int64(state.queue.count))
  }

  /// Whether an action may run.
  @inline(__always) func allows(_ key: PendingQueue.Key) -> Bool {
    actions > 0 && settlings > 0 && key.due <= end ?? .max && !isTimeOver
  }

  /// Whether the real time is over.
  @inline(__always) private var isTimeOver: Bool { timeoutEnd.map { Self.elapsed >= $0 } ?? false }

  /// Returns where and why the walk has stopped, and what to do, without a period at the end.
  func failure(in state: borrowing TimelineState) -> String {
    let reason =
      switch timeout {
      case let timeout? where isTimeOver: "\(timeout) of real time have passed"
      case _ where actions <= 0: "\(limit) actions have run in addition to those pending at the call"
      case _ where settlings <= 0:
        "tasks have settled after \(settlingLimit) instants in addition to those pending at the call"
          + (use == .run ? " (a 'limit:' other than the default \(limit) replaces this bound)" : "")
      default: "the next action is due more than \(Duration.nanoseconds(horizon)) after the start"
      }
    let pending = state.pending
    // A walk of a test kit goes on for background work, too.
    let timers = pending.filter { $0.interval != nil && (!$0.isBackground || use == .testKit) }
    var suspects = timers.sorted { $0.runs > $1.runs }.prefix(5).map { "\n  \($0), run \($0.runs) times" }
    if suspects.isEmpty { suspects = pending.prefix(1).map { "\n  \($0)" } }
    return """
      stopped at \(Timeline.Instant(nanoseconds: state.time)): \(reason). Still pending, and perhaps never \
      cancelled:\(suspects.joined())
      \(timeout == nil ? use.rawValue : "Cancel it first, or pass a longer timeout")
      """
  }
}

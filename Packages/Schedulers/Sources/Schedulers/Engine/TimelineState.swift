/// The state of a timeline: time, pending work, jobs of tasks, and the driving thread.
///
/// Each event is a mutating function. It neither runs user code nor releases user objects. It returns what must be run
/// or released, and the timeline does so outside the lock. The state can therefore be tested without threads.
struct TimelineState: ~Copyable {
  /// The timeline's name in messages.
  let name: String
  var companion: (any TimelineCompanion)?

  // MARK: Time and work

  private(set) var time: Int64 = 0
  var queue = PendingQueue()
  var notes = Notes()
  /// The number of pending background actions.
  var backgroundCount = 0
  /// The number of actions and jobs that may still run before time moves, -1 once a standstill has ended a walk, and the
  /// maximum at each instant.
  var stepsLeft = Timeline.defaultLimit
  var stepLimit = Timeline.defaultLimit
  /// Issues for the advance to report at its end, so that they belong to the test that advances.
  var reports: [(text: String, place: SourcePlace?)] = []

  // MARK: Order

  /// Chooses among the work due at one instant.
  var chooser: Chooser
  /// The log, if there is one.
  var log: [Timeline.Event]?
  /// Whether work runs in scheduling order and there is no log: the fast case.
  var takesFirst: Bool

  // MARK: The driver

  /// The thread that runs actions now.
  var driver: ThreadID?
  /// The number of walks of a test kit in its drive. Issues wait for their end: these may themselves tell a standstill.
  var kitWalks = 0
  /// The work taken last, and the running work of each advance around the innermost one.
  var running = RunningWork()
  var outerWork: [RunningWork] = []
  /// Whether a thread has driven this timeline, even only its jobs, or the clock was moved by `skip`, or by `set(to:)`
  /// with work pending.
  var isDriven = false

  // MARK: Tasks

  var jobs = JobQueue()
  /// The number of tasks that were created here.
  var taskCount = 0
  var sleepers = Sleepers()
  /// Counts cancellations, enqueued jobs and stamps. `contactCount` also includes scheduling.
  var contacts: UInt64 = 0
  /// Counts ended and cancelled sleeps of plain tasks, and runs of timers that may wake such tasks.
  var wakes: UInt64 = 0
  /// Whether an advance waits for tasks that do not belong to the timeline. False while orders are explored.
  var settlesOthers = true
  /// Other timelines on which the bodies in `withVirtualTime` have scheduled work.
  var otherTimelines: [Timeline.OtherTimeline] = []
  /// Whether a body here has created another timeline.
  var hasCreatedTimelines = false
  /// Serialises the advances of tasks that the timeline does not run. The first has its turn, the others wait.
  var turns: [@Sendable () -> Void] = []

  init(name: String = "timeline", order: Timeline.Order = .fifo) {
    self.name = name
    chooser = Chooser(order)
    takesFirst = chooser.isFIFO
  }

  /// Moves the clock, and starts counting the steps at the new instant.
  @inline(__always) mutating func move(to instant: Int64) {
    time = instant
    renewLimits()
  }
}

// MARK: Looking

extension TimelineState {
  /// Returns the details of pending work.
  func record(of key: PendingQueue.Key) -> Record { notes.record(of: queue.note(key.slot)) }

  /// A description of the running work, for messages.
  var runningText: String {
    if let task = running.task { return "a task started at \(task.place)" }
    if running.note.isNone { return "work without a name, for example of an operator," }
    return "\(running.record(in: notes))"
  }

  /// The number of pending actions, without background work.
  @inline(__always) var foregroundCount: Int { queue.count - backgroundCount }

  /// Everything pending, in order.
  var pending: [Timeline.PendingWork] {
    queue.all().map { .init(due: .init(nanoseconds: $0.due), sequence: $0.sequence, record: record(of: $0)) }
  }
}

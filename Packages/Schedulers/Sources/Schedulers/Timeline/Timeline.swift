import Dispatch

/// Virtual time: actions, sleeping tasks and timers wait here in one order, and nothing moves until you advance it.
///
/// A timeline is behind every ``TestScheduler`` and ``VirtualTimeScheduler``, is itself a Swift `Clock`, and can run
/// tasks, so that publishers, clocks and tasks share one time.
///
/// ```swift
/// let timeline = Timeline()
/// timeline.schedule(in: .seconds(2)) { print("two") }
/// timeline.schedule(in: .seconds(1)) { print("one") }
/// timeline.advance(by: .seconds(2))
/// // one
/// // two
/// ```
///
/// - What is due at one instant runs in the order in which it was scheduled; a repeating action keeps its first place.
/// - Scheduling and cancelling is possible from every thread at any time, also while time is being advanced.
/// - One thread at a time runs actions, and never under a lock.
/// - Time is kept in whole nanoseconds.
/// - Scheduling and running cost O(log n), cancelling O(1) on average; a cancelled action is let go at once.
/// - An action may be run by another thread than the one that scheduled it, as with every Combine scheduler.
// Sendable because everything that changes is guarded by `lock`.
public final class Timeline: @unchecked Sendable {
  /// What the timeline is called in failure messages.
  public let name: String

  /// Guards every variable below.
  let lock = Lock()
  @exclusivity(unchecked) var time: Int64 = 0
  @exclusivity(unchecked) var queue = PendingQueue()
  @exclusivity(unchecked) var notes = Notes()
  /// Pending actions that do not count as pending.
  @exclusivity(unchecked) var backgroundCount = 0
  /// How many actions and jobs may still run before time moves, and how many may at each instant.
  @exclusivity(unchecked) var stepsLeft = Timeline.defaultLimit
  @exclusivity(unchecked) var stepLimit = Timeline.defaultLimit
  /// What the advance reports at its end.
  @exclusivity(unchecked) var reports: [Report] = []
  /// Who runs actions now, and how deeply its advances are nested.
  @exclusivity(unchecked) var driver: ThreadID?
  @exclusivity(unchecked) var driverDepth = 0
  /// Whether it has ever been advanced or moved, and whether it is in the list of `ForgottenWork`.
  @exclusivity(unchecked) var isDriven = false
  @exclusivity(unchecked) var isListed = false
  /// Whether it follows a real clock.
  @exclusivity(unchecked) var isRealTime = false
  @exclusivity(unchecked) var waitingDrivers = 0
  /// Pieces of tasks that can run now, and advances that tasks wait for.
  @exclusivity(unchecked) var ready = ReadyJobs()
  @exclusivity(unchecked) var requests: [Request] = []
  /// Counts what is cancelled, and what tasks do.
  @exclusivity(unchecked) var contacts: UInt64 = 0
  /// Bodies in `run(_:)`: somebody must drive whenever a job comes.
  @exclusivity(unchecked) var hostedBodies = 0
  @exclusivity(unchecked) var isHostComing = false
  @exclusivity(unchecked) weak var knownActorExecutor: TimelineActorExecutor?
  /// Whether tasks that its work starts become its own, and how that is told to the thread that drives.
  @exclusivity(unchecked) var adopts = false
  /// Whether it has ever adopted: its tasks may go on when nobody advances any more.
  @exclusivity(unchecked) var hasAdopted = false
  @exclusivity(unchecked) var hasMarkedThread = false
  @exclusivity(unchecked) var threadBefore: Timeline?
  /// One advance by a task at a time, where the timeline does not run the task itself.
  @exclusivity(unchecked) var isTurnTaken = false
  @exclusivity(unchecked) var turnWaiters: [@Sendable () -> Void] = []
  /// Tasks that sleep, those that do no longer but are not back yet where they are isolated, sleeps that have ended or
  /// been cancelled, and those that wait for tasks to sleep.
  @exclusivity(unchecked) var sleeperCount = 0
  @exclusivity(unchecked) var returningSleepers = 0
  @exclusivity(unchecked) var endedSleeps: UInt64 = 0
  @exclusivity(unchecked) var sleeperWaits: [SleeperWait] = []
  /// Who comes first at one instant.
  @exclusivity(unchecked) var chooser: Chooser
  /// What has happened, if it is to be remembered.
  @exclusivity(unchecked) var events: EventLog?
  /// Whether the order is that of scheduling and nothing is remembered: the fast case.
  @exclusivity(unchecked) var isPlain: Bool

  /// The task or thread that made it.
  let maker = ForgottenWork.Owner.current

  /// Other timelines, on which the bodies in `run(_:)` have scheduled work. Its lock may be taken under theirs.
  let acquaintances = Guarded<[Acquaintance]>([])

  let hostQueue = DispatchQueue(label: "Timeline.run")

  /// A timeline at its beginning.
  ///
  /// - Parameters:
  ///   - name: What it is called in failure messages.
  ///   - order: Who comes first at one instant.
  public init(_ name: String = "timeline", order: Order = .fifo) {
    self.name = name
    chooser = Chooser(order)
    isPlain = chooser.isFIFO
    Timeline.witness?(self)
  }

  deinit { reportForgottenWork() }

  /// The current virtual time. Changes only when the timeline is advanced.
  public var now: Instant {
    lock.lock()
    defer { lock.unlock() }
    return Instant(nanoseconds: time)
  }
}

extension Timeline {
  /// Is told of each timeline that is made within its scope and in the tasks begun there. For test kits that look at what a
  /// test leaves behind.
  @TaskLocal public static var witness: (@Sendable (Timeline) -> Void)?
}

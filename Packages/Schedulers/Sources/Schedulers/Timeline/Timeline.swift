import Dispatch

/// Virtual time: actions, sleeping tasks and timers wait here in one order, and nothing moves until you advance it.
///
/// A timeline is behind every ``TestScheduler`` and ``VirtualTimeScheduler``, is itself a Swift `Clock`, and can run
/// tasks, so that publishers, clocks and tasks share one time.
///
/// ```swift
/// let timeline = Timeline()
/// timeline.schedule(after: .seconds(2)) { print("two") }
/// timeline.schedule(after: .seconds(1)) { print("one") }
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
  /// How many actions, and pieces of tasks, may still run before time moves; and how many may at each instant.
  @exclusivity(unchecked) var actionsLeft = Timeline.defaultLimit
  @exclusivity(unchecked) var piecesLeft = Timeline.defaultLimit
  @exclusivity(unchecked) var actionLimit = Timeline.defaultLimit
  @exclusivity(unchecked) var pieceLimit = Timeline.defaultLimit
  /// Whether there are tasks that never rest, and whether that has been said.
  @exclusivity(unchecked) var isRestless = false
  @exclusivity(unchecked) var isRestlessnessReported = false
  /// What whoever advances has to report when it is through.
  @exclusivity(unchecked) var reports: [Report] = []
  /// Who runs actions now, and how deeply its advances are nested.
  @exclusivity(unchecked) var driver: ThreadID?
  @exclusivity(unchecked) var driverDepth = 0
  /// How many tests of XCTest had begun when it was last advanced or moved: -1 if never, and more than can be if it follows
  /// real time.
  @exclusivity(unchecked) var lastDriven = -1
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

  /// Who made it, and when among all that have been made or have got their first work.
  @exclusivity(unchecked) var maker: Maker?
  let makingTask = Maker.currentTask
  let birth = WaitingTimelines.nextNumber()
  /// Where it is among the ``WaitingTimelines``, if it is; how many tests of XCTest had begun when it came there, how much
  /// work was there before, and where in the order of all work that begins and ends for which it is there.
  @exclusivity(unchecked) var waitingKey: WaitingTimelines.Key?
  @exclusivity(unchecked) var waitingSince = 0
  @exclusivity(unchecked) var workBefore = 0
  @exclusivity(unchecked) var sequenceBefore: UInt32 = 0
  @exclusivity(unchecked) var sequenceAfter: UInt32 = .max
  /// What waits here of the tests' class, while a test has work here, too.
  @exclusivity(unchecked) var classWait: Wait?
  /// Whose it is, if it was there before the tests of XCTest.
  @exclusivity(unchecked) var owner: Owner?
  /// Up to where in the order of all work it has been left to that test case.
  @exclusivity(unchecked) var inheritedUpTo: UInt32?
  /// What has waited here while another timeline was advanced.
  @exclusivity(unchecked) var neglect: Neglect?
  /// Whether it is asked with each work whether another test uses it, and who has scheduled the last that was asked for.
  @exclusivity(unchecked) var mindsUsers = false
  @exclusivity(unchecked) var lastUse: Use?
  /// Whether its first advance, in this test if it is one of XCTest, is still to be noted.
  @exclusivity(unchecked) var isAdvanceNew = true

  /// Other timelines, on which the bodies in `run(_:)` have scheduled work. Behind a lock of its own, which may be taken
  /// under theirs.
  let acquaintances = Guarded<Set<WaitingTimelines.Key>>([])
  /// What has waited on others when this one was advanced.
  let neglects = Guarded<[WaitingTimelines.Key: Neglect]>([:])

  let hostQueue = DispatchQueue(label: "Timeline.run")

  /// A timeline at its beginning.
  ///
  /// - Parameters:
  ///   - name: What it is called in failure messages.
  ///   - order: Who comes first at one instant.
  public convenience init(_ name: String = "timeline", order: Order = .fifo) {
    self.init(name, order: order, maker: .currentTestOrTask)
  }

  init(_ name: String, order: Order, maker: Maker?) {
    self.name = name
    self.maker = maker
    chooser = Chooser(order)
    isPlain = chooser.isFIFO
    Timeline.witness?(self)
  }

  deinit { reportNeglect() }

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

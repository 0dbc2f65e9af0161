import Dispatch
import Foundation

/// Lets plain tasks run until they are suspended, by gathering all threads of Swift's pool.
///
/// When every thread of a priority is in the meeting, nothing else of that priority is running, and every job enqueued
/// before has run, on a machine of any load. All threads but one are then held, and the remaining one runs the queue in
/// order. Each time a job of the meeting has passed the queue, every chain of tasks has progressed by one hop. This is
/// repeated until all waiting advances have seen no activity for some rounds.
///
/// There is one meeting at a time in a process. All settling advances attend it.
///
/// Sendable because the lock guards the state shared by several threads. The rest belongs to the thread that carries
/// out the step, and steps do not overlap.
final class PoolMeeting: @unchecked Sendable {
  static let shared = PoolMeeting()

  /// The activity that an attendant has seen since its last look.
  enum Look: Comparable {
    case quiet, contact
    /// The attendant must run work itself before it continues.
    case leave
  }

  /// The number of quiet rounds in a row, and how often a job is enqueued again in one round.
  static let quietRounds = 8
  static let yields = 4
  /// Each round runs the queues of the default priority, the attendants' own priorities, and the main thread. Every
  /// third round runs all. The cost of a round is waking threads.
  static let fullRound = 3
  static let yieldsInFullRound = 8
  static let hopsOnMain = 8
  /// How long the process may compute in quiet rounds. After that, jobs so long may belong to other tests: the remaining
  /// rounds do not wait for them.
  static let computing = Duration.milliseconds(80)
  /// How long the gathered threads wait for the others of their priority in an idle process, and in a busy one.
  static let patience = Duration.milliseconds(500)
  static let longestPatience = Duration.seconds(30)
  /// How long the queue of a priority may take while none of its threads has arrived: in an idle process, and in a busy
  /// one.
  static let patienceWithQueue = Duration.seconds(10)
  static let longestPatienceWithQueue = Duration.seconds(300)

  private struct Attendant {
    let look: @Sendable () -> Look
    let leave: @Sendable () -> Void
    let priority: TaskPriority
    var roundsLeft: Int
    /// The number of quiet rounds.
    var quiet = 0
    /// Begins with the first round, and again with each activity.
    var span = ComputingSpan()
    var waitsForLongJobs: Bool { span.computed < PoolMeeting.computing }

    /// Looks at the end of a round, which is certain if all jobs have run in order.
    mutating func finishRound(isCertain: Bool) {
      switch look() {
      case .quiet: if isCertain || !waitsForLongJobs { quiet += 1 }
      case .contact where roundsLeft > 0: (roundsLeft, quiet, span) = (roundsLeft - 1, 0, ComputingSpan())
      case .contact, .leave: quiet = PoolMeeting.quietRounds
      }
    }
  }

  let lanes: [PoolLane]
  private let mainLane = MainLane()
  /// Whether the pool may have more threads than the lanes say.
  private let mayGrow: Bool
  private let report: @Sendable (String) -> Void

  private let lock = Lock()
  private var coming: [Attendant] = []
  private var isOpen = false
  private var present: [Attendant] = []
  private var step: MeetingStep?
  private var isWatched = false
  private var hasReported = false
  private var givenUpCount = 0

  // Owned by the thread that carries out the step.
  private var gatherings: [Gathering] = []
  /// The number of rounds since the threads were gathered.
  private var roundsKept = 0

  // Owned by the watching queue.
  private var watched: MeetingStep?
  /// How long this step has taken, and how long the process has been idle without a break in it. By regular looks, so that
  /// a machine that stands still does not age the main lane.
  private var (age, idle) = (Duration.zero, Duration.zero)
  private var sinceLook = ComputingSpan()

  init(
    lanes: [PoolLane] = [TaskPriority.high, .medium, .low, .background].map { PoolLane($0) },
    mayGrow: Bool = PoolWidth.mayGrow,
    report: @escaping @Sendable (String) -> Void = Watchdog.printError
  ) {
    self.lanes = lanes
    self.mayGrow = mayGrow
    self.report = report
  }

  /// How often missing threads of a lane were given up.
  var timeouts: Int { lock.withLock { givenUpCount } }

  /// Returns when `look` has seen no activity for some rounds, or activity in so many `rounds`, or asks to leave.
  func attend(isolation: isolated (any Actor)?, rounds: Int = 1000, _ look: @escaping @Sendable () -> Look) async {
    await withUnsafeContinuation(isolation: isolation) { (continuation: UnsafeContinuation<Void, Never>) in
      let isFirst = lock.withLock {
        let leave: @Sendable () -> Void = { continuation.resume() }
        coming.append(Attendant(look: look, leave: leave, priority: Task.currentPriority, roundsLeft: rounds))
        return !exchange(&isOpen, with: true)
      }
      if isFirst { next() }
    }
  }

  /// Carries out the next step, for all present attendants.
  private func next() {
    let isPass = !gatherings.isEmpty
    let (isShort, usual) = lock.withLock {
      for var attendant in coming {
        attendant.span = ComputingSpan()
        present.append(attendant)
      }
      coming = []
      return (isPass && !present.contains(where: \.waitsForLongJobs), present.map(\.priority) + [.medium])
    }
    roundsKept = isPass ? roundsKept + 1 : 0
    if !isPass { gatherings = lanes.map { Gathering($0) } }
    if isShort { for gathering in gatherings { gathering.shortenHold() } }
    let isFull = roundsKept % Self.fullRound == 0 || isShort
    let awaited = lanes.indices.filter { isFull || usual.contains(lanes[$0].priority) }
    // When the last job below has started, the next step may have started, too.
    let gatherings = gatherings
    let step = MeetingStep(gatherings, awaited: awaited, isPass: isPass, awaitsMain: mainLane.isAwaited) {
      self.finishStep(isPass: isPass)
    }
    begin(step)
    if step.awaitsMain { mainLane.pass(Self.hopsOnMain) { step.finish(step.main) } }
    let yields = isShort ? 0 : isFull ? Self.yieldsInFullRound : Self.yields
    for number in awaited {
      let gathering = gatherings[number]
      if isPass {
        pass(gathering, yields) { step.finish(number) }
      } else {
        gathering.start(pass: noteContacts) { step.finish(number) }
      }
    }
  }

  /// Called while threads are missing. Computing counts from the last activity, not from the end of the round.
  private func noteContacts() {
    lock.withLock {
      for index in present.indices where present[index].look() != .quiet {
        (present[index].quiet, present[index].span) = (0, ComputingSpan())
      }
    }
  }

  /// Enqueues a job at the end of the lane's queue, and `yields` times more.
  private func pass(_ gathering: Gathering, _ yields: Int, _ done: @escaping @Sendable () -> Void) {
    guard gathering.expected > 0 else { return done() }
    Task.detached(priority: gathering.lane.priority) {
      for _ in 0..<yields {
        await Task.yield()
        gathering.lookForReturn()
      }
      done()
    }
  }

  /// Blocks while threads run that no gathering holds. Then the rounds begin again.
  private func waitForOtherThreads(isPass: Bool) {
    let mayLeave = lock.withLock { present.contains { $0.quiet == Self.quietRounds - 1 } }
    guard !isPass || mayLeave else { return }
    var pause = 0.000_05
    while PoolWidth.othersRun, lock.withLock({ present.contains(where: \.waitsForLongJobs) }) {
      Thread.sleep(forTimeInterval: pause)
      pause = min(pause * 2, 0.002)
    }
    // A thread that has nothing left to run takes a moment to stop.
    if pause > 0.000_2 { lock.withLock { for index in present.indices { present[index].quiet = 0 } } }
  }

  /// Resumes the advances that have settled, and continues if there are others. Called by the last thread of the step.
  private func finishStep(isPass: Bool) {
    if mayGrow { waitForOtherThreads(isPass: isPass) }
    // Only the jobs of held lanes are known to have run in order.
    let isKept = gatherings.allSatisfy(\.isKept)
    let canCome = gatherings.contains { $0.expected > 0 }
    var leaving: [Attendant] = []
    let goesOn = lock.withLock {
      for index in present.indices { present[index].finishRound(isCertain: isKept || !isPass) }
      leaving = present.filter { !canCome || $0.quiet >= Self.quietRounds }
      present.removeAll { !canCome || $0.quiet >= Self.quietRounds }
      if present.isEmpty || !isKept && present.contains(where: \.waitsForLongJobs) {
        for gathering in gatherings { gathering.release() }
        gatherings = []
      }
      step = nil
      isOpen = !present.isEmpty || !coming.isEmpty
      return isOpen
    }
    // The closures of the leaving attendants are released first, because a test may expect that nothing keeps their
    // objects alive.
    let leaves = leaving.map(\.leave)
    leaving = []
    for leave in leaves { leave() }
    if goesOn { next() }
  }
}

// Missing threads.
extension PoolMeeting {
  private static let watchQueue = DispatchQueue(label: "Timeline.settling")

  private func begin(_ step: MeetingStep) {
    let watches = lock.withLock {
      self.step = step
      return !exchange(&isWatched, with: true)
    }
    if watches { watch() }
  }

  /// Checks regularly, while there are meetings, whether one has waited too long.
  private func watch() {
    Self.watchQueue.asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in
      let (goesOn, step) = lock.withLock {
        isWatched = isOpen
        return (isOpen, self.step)
      }
      // While the process is working, or waits for a processor, the missing threads may only have a long queue.
      let isIdle = watched === step && sinceLook.computed < .milliseconds(2) && !PoolWidth.othersRun
      idle = isIdle ? idle + .milliseconds(50) : .zero
      age = watched === step ? age + .milliseconds(50) : .zero
      (watched, sinceLook) = (step, ComputingSpan())
      if let step { giveUpIfLate(step) }
      if goesOn { watch() }
    }
  }

  private func giveUpIfLate(_ step: MeetingStep) {
    let passed = ContinuousClock.now - step.begin
    for number in step.unfinished {
      if number == step.main {
        guard mainLane.isLate(age: age, idle: idle) else { continue }
        if mainLane.noteAbsent() { reportOnce("the main thread") }
      } else {
        guard step.gatherings[number].isLate(since: step.begin, idle: idle, isPass: step.isPass) else { continue }
        step.gatherings[number].giveUp(after: min(passed, Self.patienceWithQueue), isPass: step.isPass)
        lock.withLock { givenUpCount += 1 }
        reportOnce("a thread that runs tasks of priority \(step.gatherings[number].lane.priority)")
      }
      step.finish(number)
    }
  }

  private func reportOnce(_ who: String) {
    let isFirst = lock.withLock { !exchange(&hasReported, with: true) }
    guard isFirst else { return }
    report(
      """
      warning: \(who) has been blocked or busy for too long while an advance of virtual time waited for it. Tasks \
      outside the timeline may not have settled, in this advance and in later ones. This warning appears once.

      """)
  }
}

import Dispatch

/// Lets plain tasks run until they rest, by bringing all threads of Swift's pool together.
///
/// When every thread of a priority is in the meeting, nothing else of that priority is running, and every job that was
/// enqueued before has run, however long it took and however busy the machine is. All threads but one are then kept,
/// and that one runs the queue in order: each time a job of ours has finished, every chain of tasks has come one hop
/// further. This is repeated until all waiting advances have seen nothing for some rounds.
///
/// There is one meeting at a time in a process; all that settle at that time attend it.
///
/// Sendable because what is used by several threads is behind the lock; the rest belongs to the thread that carries out
/// the step, and steps follow one another.
final class PoolMeeting: @unchecked Sendable {
  static let shared = PoolMeeting()

  /// What an attendant has seen since it last looked.
  enum Look {
    case quiet, contact
    /// It must do something itself before going on.
    case leave
  }

  /// How many rounds in a row must be quiet, and how often a job goes to the end of a queue in one.
  static let quietRounds = 8
  static let yields = 4
  /// Each round goes through the queues of the default priority, of the attendants' own, and of the main thread; every
  /// third one through all. To wake a thread is what a round costs.
  static let fullRound = 3
  static let yieldsInFullRound = 8
  static let hopsOnMain = 8
  /// How long threads that are there wait for the others of their priority; and how long one waits at most where none
  /// comes, since there may be a long queue.
  static let patience = Duration.milliseconds(500)
  static let longestPatience = Duration.seconds(10)

  private struct Attendant {
    let look: @Sendable () -> Look
    let leave: @Sendable () -> Void
    let priority: TaskPriority
    var quiet = 0
  }

  let lanes: [PoolLane]
  private let mainLane = MainLane()
  private let report: @Sendable (String) -> Void

  private let lock = Lock()
  private var coming: [Attendant] = []
  private var isOpen = false
  private var step: MeetingStep?
  private var isWatched = false
  private var hasReported = false
  private var givenUpCount = 0

  // Owned by the thread that carries out the step.
  private var present: [Attendant] = []
  private var gatherings: [Gathering] = []
  private var isPass = false
  /// How many rounds there have been since the threads were gathered.
  private var roundsKept = 0
  /// How many times threads are only gathered, since those that were kept were missed.
  private var busyRounds = 0

  // Of the queue that watches.
  private var watched: MeetingStep?
  private var idle = Duration.zero
  private var usedBefore = Duration.zero

  init(
    lanes: [PoolLane] = [TaskPriority.high, .medium, .low, .background].map { PoolLane($0) },
    report: @escaping @Sendable (String) -> Void = Watchdog.printError
  ) {
    self.lanes = lanes
    self.report = report
  }

  /// How often threads of a lane have been given up.
  var timeouts: Int { lock.withLock { givenUpCount } }

  /// Returns when `look` has seen nothing for some rounds, or wants to leave.
  func attend(isolation: isolated (any Actor)?, _ look: @escaping @Sendable () -> Look) async {
    await withUnsafeContinuation(isolation: isolation) { (continuation: UnsafeContinuation<Void, Never>) in
      let isFirst = lock.withLock {
        coming.append(Attendant(look: look, leave: { continuation.resume() }, priority: Task.currentPriority))
        defer { isOpen = true }
        return !isOpen
      }
      if isFirst { next() }
    }
  }

  /// Carries out the next step, for those that have come by now.
  private func next() {
    lock.withLock {
      present += coming
      coming = []
    }
    let isPass = !gatherings.isEmpty
    self.isPass = isPass
    roundsKept = isPass ? roundsKept + 1 : 0
    if !isPass { self.gatherings = lanes.map { Gathering($0) } }
    let isFull = roundsKept % Self.fullRound == 0
    let awaited = lanes.indices.filter { isFull || isUsual(lanes[$0].priority) }
    // When the last job below has begun, the next step may have, too.
    let gatherings = gatherings
    let step = MeetingStep(gatherings, awaited: awaited, isPass: isPass, awaitsMain: mainLane.isAwaited) {
      self.finishStep()
    }
    begin(step)
    if step.awaitsMain { mainLane.pass(Self.hopsOnMain) { step.finish(step.main) } }
    let yields = isFull ? Self.yieldsInFullRound : Self.yields
    for number in awaited {
      let gathering = gatherings[number]
      if isPass { pass(gathering, yields) { step.finish(number) } } else { gathering.start { step.finish(number) } }
    }
  }

  /// Whether tasks of the waiting advances are likely to have this priority.
  private func isUsual(_ priority: TaskPriority) -> Bool {
    priority == .medium || present.contains { $0.priority == priority }
  }

  /// Lets a job go to the end of the lane's queue some times.
  private func pass(_ gathering: Gathering, _ yields: Int, _ done: @escaping @Sendable () -> Void) {
    guard gathering.expected > 0 else { return done() }
    Task.detached(priority: gathering.lane.priority) {
      for _ in 0..<yields { await Task.yield() }
      done()
    }
  }

  /// Resumes the advances that have seen enough, and continues if there are others. Called by the last thread of the
  /// step.
  private func finishStep() {
    // Only what is kept is known to have run in order.
    let isCertain = gatherings.allSatisfy(\.isKept)
    let canCome = gatherings.contains { $0.expected > 0 }
    var leaving: [Attendant] = []
    var staying: [Attendant] = []
    for var attendant in present {
      switch attendant.look() {
      case .quiet: if isCertain || !isPass { attendant.quiet += 1 }
      case .contact: attendant.quiet = 0
      case .leave: attendant.quiet = Self.quietRounds
      }
      if attendant.quiet >= Self.quietRounds || !canCome {
        leaving.append(attendant)
      } else {
        staying.append(attendant)
      }
    }
    present = staying
    if isPass, !isCertain { busyRounds = 16 }
    if staying.isEmpty || !isCertain || busyRounds > 0 {
      busyRounds = max(0, busyRounds - 1)
      for gathering in gatherings { gathering.release() }
      gatherings = []
    }
    let goesOn = lock.withLock {
      step = nil
      isOpen = !staying.isEmpty || !coming.isEmpty
      return isOpen
    }
    // What they look at is released first: a test may expect that nothing keeps it alive.
    let leaves = leaving.map(\.leave)
    leaving = []
    for leave in leaves { leave() }
    if goesOn { next() }
  }
}

// What happens if a thread stays away.
extension PoolMeeting {
  private static let watchQueue = DispatchQueue(label: "Timeline.settling")

  private func begin(_ step: MeetingStep) {
    let watches = lock.withLock {
      self.step = step
      defer { isWatched = true }
      return !isWatched
    }
    if watches { watch() }
  }

  /// Looks every now and then, as long as there are meetings, whether one has waited too long.
  private func watch() {
    Self.watchQueue.asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in
      let (goesOn, step) = lock.withLock {
        isWatched = isOpen
        return (isOpen, self.step)
      }
      let used = ProcessorTime.used
      // While the process works, what is waited for may only have a long queue before it.
      let isIdle = watched === step && used - usedBefore < .milliseconds(2)
      idle = watched !== step ? .zero : isIdle ? idle + .milliseconds(50) : idle
      (watched, usedBefore) = (step, used)
      if let step { giveUpIfLate(step, idle: idle) }
      if goesOn { watch() }
    }
  }

  private func giveUpIfLate(_ step: MeetingStep, idle: Duration) {
    let age = ContinuousClock.now - step.begin
    for number in step.unfinished {
      if number == step.main {
        guard mainLane.isLate(age: age, idle: idle) else { continue }
        if mainLane.noteAbsent() { reportOnce("the main thread") }
      } else {
        guard let wait = step.gatherings[number].lateness(age: age, idle: idle, isPass: step.isPass) else { continue }
        step.gatherings[number].giveUp(after: wait, isPass: step.isPass)
        lock.withLock { givenUpCount += 1 }
        reportOnce("a thread that runs tasks of priority \(step.gatherings[number].lane.priority)")
      }
      step.finish(number)
    }
  }

  private func reportOnce(_ who: String) {
    let isFirst = lock.withLock {
      defer { hasReported = true }
      return !hasReported
    }
    guard isFirst else { return }
    report(
      """
      warning: \(who) has been blocked or busy for more than \(Self.patience) while an advance of virtual time waited for \
      it. Tasks outside the timeline may not have settled, in this advance and in later ones. This warning appears once.

      """)
  }
}

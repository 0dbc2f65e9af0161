extension Timeline {
  /// An advance that a task waits for while another thread, or the task's own, drives.
  struct Request {
    let move: Move
    let done: @Sendable () -> Void
  }

  /// Where an advance goes.
  enum Move {
    case by(Int64)
    case to(Int64)
    /// As far as the run gets in one instant.
    case nextInstant(BoundedRun)

    /// Never before `now`.
    func target(from now: Int64) -> Int64 {
      switch self {
      case .by(let distance): now.addingClamped(max(0, distance))
      case .to(let instant): max(now, instant)
      case .nextInstant: now
      }
    }
  }

  /// Moves time on by `duration`, running everything that is due on the way, each action at its own time, and lets
  /// tasks follow.
  ///
  /// Tasks of this timeline have settled whenever time moves, and when this returns: exactly, see `run { }`. Other tasks
  /// are given a chance, by waiting until those that slept here are back where they are isolated, and then letting all run
  /// until none has touched the timeline for a while; on a busy machine that may not be enough. Called on the main actor,
  /// it is for tasks that are isolated to it, unless 8 are started in a row, each from the one before, without touching the
  /// timeline, or one waits for something else than a task's start or a `sleep` of a timeline or scheduler.
  ///
  /// - Parameters:
  ///   - duration: How far, rounded to whole nanoseconds; zero runs what is due now.
  ///   - isolation: The actor of the caller; leave it out.
  public func advance(by duration: Duration = .zero, isolation: isolated (any Actor)? = #isolation) async {
    await advance(.by(duration.wholeNanoseconds), isolation: isolation)
  }

  /// Moves time on to `instant`, running everything that is due on the way, each action at its own time, and lets tasks
  /// follow as ``advance(by:)`` does.
  ///
  /// - Parameters:
  ///   - instant: Where to; if that has passed, what is due now runs.
  ///   - isolation: The actor of the caller; leave it out.
  public func advance(to instant: Instant, isolation: isolated (any Actor)? = #isolation) async {
    await advance(.to(instant.nanoseconds), isolation: isolation)
  }

  /// With an isolated parameter, here and in what it calls, because only so nothing of it leaves the caller's actor.
  func advance(_ move: Move, isolation: isolated (any Actor)?) async {
    if isRunningHere { return await request(move, isolation: isolation) }
    await takeTurn(isolation: isolation)
    lock.withLock { renewLimits() }
    await settleOutside(withPool: true, isolation: isolation)
    var move = move
    var wakes = wakeCount
    while driveOneInstant(of: &move) {
      let before = wakes
      wakes = wakeCount
      await settleOutside(withPool: wakes != before || isAtEnd(of: move), isolation: isolation)
    }
    giveTurn()
  }

  private var wakeCount: UInt64 { lock.withLock { endedSleeps } }

  private func isAtEnd(of move: Move) -> Bool { lock.withLock { move.target(from: time) == time } }

  /// Whether the calling code is run by this timeline at this moment: by one of its tasks, or by an action.
  public var isRunningHere: Bool { lock.withLock { driver == ThreadID.current } }

  /// Waits until whoever drives has carried the move out.
  private func request(_ move: Move, isolation: isolated (any Actor)?) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      lock.lock()
      requests.append(Request(move: move) { continuation.resume() })
      lock.unlock()
    }
    reportAll()
    ForgottenWork.noteAdvance(of: self)
  }

  /// Runs what is due next on the way, or else moves the clock to the end of it; says whether there is more to come.
  ///
  /// What is left of the move is counted by what it moved itself, so that advances by others in between add up.
  private func driveOneInstant(of move: inout Move) -> Bool {
    lock.lock()
    takeDriverRole()
    if case .nextInstant(let run) = move {
      run.runInstant(of: self)
      endAdvance()
      return false
    }
    let before = time
    let target = move.target(from: before)
    let next = min(queue.first?.due ?? target, target)
    let wasLast = before == target && next == target && (queue.first?.due ?? .max) > target && ready.isEmpty
    let stoodStill = !drive(to: max(before, next))
    if case .by(let distance) = move { move = .by(max(0, distance - (time - before))) }
    endAdvance()
    return !wasLast && !stoodStill
  }

  /// Carries out what tasks have asked for, and lets them go on. Lock held on entry and exit.
  func serveRequests() {
    runReadyJobs()
    while !requests.isEmpty {
      let request = requests.removeFirst()
      renewLimits()
      if case .nextInstant(let run) = request.move {
        run.runInstant(of: self)
      } else {
        drive(to: request.move.target(from: time))
      }
      lock.unlock()
      request.done()
      lock.lock()
      runReadyJobs()
    }
  }
}

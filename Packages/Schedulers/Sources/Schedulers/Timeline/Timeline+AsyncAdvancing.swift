extension Timeline {
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
  func advance(_ move: Drive.Move, isolation: isolated (any Actor)?) async {
    if isRunningHere { return await request(move, isolation: isolation) }
    await takeTurn(isolation: isolation)
    state.withLock { $0.renewLimits() }
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

  private var wakeCount: UInt64 { state.withLock { $0.sleepers.ended } }

  private func isAtEnd(of move: Drive.Move) -> Bool {
    state.withLock { (move.target(from: $0.time) ?? $0.time) == $0.time }
  }

  /// Whether the calling code is run by this timeline at this moment: by one of its tasks, or by an action.
  public var isRunningHere: Bool { state.withLock { $0.driver == ThreadID.current } }

  /// Waits until the thread that drives has carried the move out.
  private func request(_ move: Drive.Move, isolation: isolated (any Actor)?) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      state.withLock { $0.jobs.add(Request(drive: Drive(move.goal)) { continuation.resume() }) }
    }
    reportAll()
    ForgottenWork.noteAdvance(of: self)
  }

  /// Runs what is due next on the way, or else moves the clock to the end of it; says whether there is more to come.
  ///
  /// What is left of the move is counted by what it moved itself, so that advances by others in between add up.
  private func driveOneInstant(of move: inout Drive.Move) -> Bool {
    let drive = drive(.instant(of: move))
    switch move {
    case .nextInstant: return false
    case .to: break
    case .by(let distance): move = .by(max(0, distance - drive.distance))
    }
    return !drive.isLast && !drive.stoodStill
  }
}

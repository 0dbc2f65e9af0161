extension Timeline {
  /// Advances time by `duration`, runs the work due on the way, each action at its own time, and waits for tasks.
  ///
  /// Tasks of this timeline have settled whenever time moves, and when the call returns. This is exact, see `run { }`.
  /// Other tasks have settled, too, with two exceptions: more than eight hops in a row that do not touch the timeline
  /// (two, between priorities other than the default and the caller's), and a thread of Swift's pool that is blocked
  /// for more than half a second. The call gathers all threads of the pool until no task has touched the timeline for
  /// some rounds.
  ///
  /// - Parameters:
  ///   - duration: The distance, rounded to whole nanoseconds. Zero runs the work due now.
  ///   - isolation: The actor of the caller; leave it out.
  public func advance(by duration: Duration = .zero, isolation: isolated (any Actor)? = #isolation) async {
    await advance(.by(duration.wholeNanoseconds), isolation: isolation)
  }

  /// Advances time to `instant`, runs the work due on the way, each action at its own time, and waits for tasks like
  /// ``advance(by:)``.
  ///
  /// - Parameters:
  ///   - instant: The target. If it has passed, only the work due now runs.
  ///   - isolation: The actor of the caller; leave it out.
  public func advance(to instant: Instant, isolation: isolated (any Actor)? = #isolation) async {
    await advance(.to(instant.nanoseconds), isolation: isolation)
  }

  /// Has an isolated parameter, like the functions that it calls, because otherwise parts of it would leave the
  /// caller's actor.
  func advance(_ move: Drive.Move, isolation: isolated (any Actor)?) async {
    if isRunningHere, !state.withLock({ $0.settlesOthers && $0.jobs.areHosted }) {
      return await request(move, isolation: isolation)
    }
    await takeTurn(isolation: isolation)
    state.withLock { $0.renewLimits() }
    await settle(isolation: isolation)
    var move = move
    var isOver = false
    while !isOver {
      let part = isRunningHere ? await request(partOf: move, isolation: isolation) : drive(.instant(of: move)).part
      isOver = part.isLast
      // The rest is computed from the distance that this advance has moved, so that other advances in between add up.
      if case .by(let distance) = move { move = .by(max(0, distance - part.distance)) }
      if part.hasRun { await settle(isolation: isolation) }
    }
    giveTurn()
  }

  /// Whether this timeline is running the calling code, in one of its tasks or in an action.
  public var isRunningHere: Bool { state.withLock { $0.driver == ThreadID.current } }

  /// Waits until the driving thread has carried out the move.
  private func request(_ move: Drive.Move, isolation: isolated (any Actor)?) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      state.withLock { $0.jobs.add(Request(drive: Drive(move.goal)) { _ in continuation.resume() }) }
    }
    reportAll()
    ForgottenWork.noteAdvance(of: self)
  }

  /// Waits until the driving thread has carried out the next part of the move.
  private func request(partOf move: Drive.Move, isolation: isolated (any Actor)?) async -> Drive.Part {
    let part = await withUnsafeContinuation { (continuation: UnsafeContinuation<Drive.Part, Never>) in
      state.withLock { $0.jobs.add(Request(drive: Drive(.instant(of: move))) { continuation.resume(returning: $0) }) }
    }
    reportAll()
    ForgottenWork.noteAdvance(of: self)
    return part
  }
}

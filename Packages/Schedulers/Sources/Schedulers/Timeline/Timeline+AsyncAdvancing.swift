extension Timeline {
  /// Advances time by `duration`, runs the work due on the way, each action at its own time, and waits for tasks.
  ///
  /// Tasks of this timeline have settled whenever time moves, and when the call returns. This is exact, see
  /// `withVirtualTime`.
  /// The call gathers all threads of Swift's pool until no other task has touched the timeline for some rounds. Then
  /// these have settled, too, on Linux; on Apple's systems this is not measured. There are exceptions:
  ///
  /// - more than eight hops in a row that do not touch the timeline (two, between priorities other than the default and
  ///   the caller's), or more than 80 ms in which the process, with all its tests, computes meanwhile
  /// - a thread of the pool, or the main thread, that is blocked while the process is idle for half a second (ten if all
  ///   threads of a priority are), or busy for 30 seconds (300 if no thread of its priority comes; ten for the main
  ///   thread, three if it has never run its queue)
  /// - activity, or a task that returns from a sleep, in a thousand rounds, or ``limitAtInstant`` contacts with the
  ///   timeline, in one settling
  /// - a call in a task of this timeline, outside `withVirtualTime` or while orders are explored
  ///
  /// Other tasks that wake at one instant settle one after another. After a hundred, the rest settle together.
  ///
  /// - Parameter duration: The distance, rounded to whole nanoseconds. Zero runs the work due now.
  public func advance(by duration: Duration = .zero, isolation: isolated (any Actor)? = #isolation) async {
    await walk(Walk(.by(duration.wholeNanoseconds)), isolation: isolation)
  }

  /// Advances time to `instant`, runs the work due on the way, each action at its own time, and waits for tasks like
  /// ``advance(by:isolation:)``.
  ///
  /// - Parameter instant: The target. If it has passed, only the work due now runs.
  public func advance(to instant: Instant, isolation: isolated (any Actor)? = #isolation) async {
    await walk(Walk(.to(instant.nanoseconds)), isolation: isolation)
  }

  /// Whether this timeline is running the calling code, in one of its tasks or in an action.
  var isRunningHere: Bool { state.withLock { $0.driver == ThreadID.current } }
}

/// These functions have an isolated parameter, because otherwise parts of them would leave the caller's actor.
extension Timeline {
  /// Walks instant by instant, and lets tasks settle at the start and after each instant in which anything ran. Other
  /// walks of tasks wait until it has ended. Where tasks do not settle (`settlesHere`), it is one request.
  @discardableResult
  func walk(_ walk: Walk, isolation: isolated (any Actor)?) async -> Walk {
    guard settlesHere else { return await unit(of: walk, isolation: isolation) }
    var walk = walk
    walk.pace = .instant
    await takeTurn(isolation: isolation)
    while walk.end == nil { walk = await settledUnit(of: walk, isolation: isolation) }
    // Code that advances next may be in the same drive.
    giveTurn(renewsLimits: true)
    return walk
  }

  /// Walks instant by instant, like `walk(_:isolation:)`, until `isDone` is true. That is checked before the first
  /// settling and after each, on the caller's actor. Other walks may go on in between.
  @_spi(TestKit) public func walk(
    _ walk: Walk, isolation: isolated (any Actor)? = #isolation, until isDone: (Walk) -> Bool
  ) async -> Walk {
    let settles = settlesHere
    var walk = walk
    walk.pace = .instant
    while walk.end == nil {
      if isDone(walk) {
        walk.end = .done
      } else if settles {
        await takeTurn(isolation: isolation)
        walk = await settledUnit(of: walk, isolation: isolation)
        giveTurn(renewsLimits: walk.end != nil)
      } else {
        walk = await unit(of: walk, isolation: isolation)
      }
    }
    return walk
  }

  /// Lets tasks settle on these timelines at once, after the advances of other tasks, so that a check sees the sleeps that
  /// they have begun. Runs no actions, unless the driving thread carries it out, see `settlesHere`: then those due now.
  @_spi(TestKit) public static func letTasksSettle(
    on timelines: [Timeline], isolation: isolated (any Actor)? = #isolation
  ) async {
    for timeline in timelines {
      if timeline.settlesHere {
        await timeline.takeTurn(isolation: isolation)
        timeline.giveTurn()
        timeline.state.withLock { $0.renewLimits() }
      } else {
        _ = await timeline.unit(of: Walk(.by(0), pace: .instant), isolation: isolation)
      }
    }
    await settle(timelines.filter(\.settlesHere), isolation: isolation)
  }

  /// Whether a walk of the calling code lets plain tasks settle. Otherwise, the driving thread carries it out.
  private var settlesHere: Bool { !isRunningHere || state.withLock { $0.settlesOthers && $0.jobs.areHosted } }

  /// Lets tasks settle if the walk has not begun; otherwise drives one unit, and lets tasks settle if anything has run.
  /// Only the drive runs actions.
  private func settledUnit(of walk: Walk, isolation: isolated (any Actor)?) async -> Walk {
    var walk = walk
    if !walk.hasBegun {
      (walk.hasBegun, walk.settles) = (true, true)
      state.withLock { $0.renewLimits() }
      await Self.settle([self], isolation: isolation)
      return walk
    }
    repeat {
      walk = await unit(of: walk, isolation: isolation)
      if walk.hasRun { await Self.settle([self], isolation: isolation) }
    } while walk.isInterrupted
    return walk
  }

  /// Drives the next unit of a walk. If this thread drives already, waits until it has done that; if another one does,
  /// until that has ended. Blocks no thread, because the action of the driving one may wait for this one.
  private func unit(of walk: Walk, isolation: isolated (any Actor)?) async -> Walk {
    let isHere = isRunningHere
    var (done, watch): (Walk?, Watchdog?)
    repeat {
      done = await withUnsafeContinuation { (continuation: UnsafeContinuation<Walk?, Never>) in
        var next = walk
        let isOver = drive(&next) { [self] jobs in
          if isHere { return jobs.requests.append(Request(walk: walk) { continuation.resume(returning: $0) }) }
          watch = watch ?? watchWait(of: "a task")
          jobs.waiting.append { continuation.resume(returning: nil) }
        }
        if isOver { continuation.resume(returning: next) }
      }
    } while done == nil
    watch?.stop()
    reportAll()
    return done ?? walk
  }
}

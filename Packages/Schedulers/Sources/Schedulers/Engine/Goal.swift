extension Drive {
  /// The goal of a drive.
  enum Goal {
    /// Runs the work due up to an instant, and moves the clock there; never back.
    case to(Int64)
    /// The same, relative to now.
    case by(Int64)
    /// Sets the clock first, also back, then runs the due work.
    case jump((Int64) -> Int64)
    /// Runs the work due at the first instant that has any.
    case nextDue
    /// Runs one action or job.
    case oneStep
    /// Runs until only background work is left.
    case run(RunBound)
    /// The next instant of a move. Tasks that do not belong to the timeline follow in between.
    case instant(of: Move)
    case instantOfRun(BoundedRun)
    /// Runs the ready jobs, and the advances that tasks request.
    case jobs
  }

  /// An advance that lets tasks follow.
  enum Move {
    case by(Int64)
    case to(Int64)
    /// One instant of a run.
    case nextInstant(BoundedRun)

    /// The target, never before `now`; nil for a run.
    func target(from now: Int64) -> Int64? {
      switch self {
      case .by(let distance): now.addingClamped(max(0, distance))
      case .to(let instant): max(now, instant)
      case .nextInstant: nil
      }
    }

    /// The whole move at once.
    var goal: Goal {
      switch self {
      case .by(let distance): .by(distance)
      case .to(let instant): .to(instant)
      case .nextInstant(let run): .instantOfRun(run)
      }
    }
  }
}

/// An advance that a task has requested while a thread drives.
struct Request {
  var drive: Drive
  let done: @Sendable (Drive.Part) -> Void
}

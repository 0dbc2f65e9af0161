extension Drive {
  /// What the drive is for.
  enum Goal {
    /// Runs what is due on the way to an instant, and moves the clock there; never back.
    case to(Int64)
    /// The same, counted from now.
    case by(Int64)
    /// Sets the clock first, also back, and then runs what is due.
    case jump((Int64) -> Int64)
    /// Runs what is due at the first instant at which something is.
    case nextDue
    /// Runs one action or job.
    case oneStep
    /// Runs until only background work is left.
    case run(RunBound)
    /// The next instant of a move: tasks that are not the timeline's follow in between.
    case instant(of: Move)
    case instantOfRun(BoundedRun)
    /// Runs the jobs that are ready, and what tasks ask for.
    case jobs
  }

  /// An advance that lets tasks follow.
  enum Move {
    case by(Int64)
    case to(Int64)
    /// As far as a run gets in one instant.
    case nextInstant(BoundedRun)

    /// Never before `now`; nil for a run.
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

/// An advance that a task waits for while a thread drives.
struct Request {
  var drive: Drive
  let done: @Sendable (Drive.Part) -> Void
}

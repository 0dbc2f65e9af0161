/// A walk through virtual time: how far it goes, and what has happened on the way.
///
/// Every advance, run, step and wait is a walk. It goes unit by unit. A unit is the whole walk, an instant or an
/// action, see `Pace`. An instant is the ready jobs, then all work due at it, until neither is left. It ends before
/// time moves, if anything has run in it.
@_spi(TestKit) public struct Walk: Sendable {
  /// How far a walk goes.
  public enum Limit: Sendable {
    /// A number of nanoseconds. The distances of walks at the same time add up.
    case by(Int64)
    /// An instant, or now if it has passed.
    case to(Int64)
    /// Until nothing is pending up to `through`. With `background: false`, background work does not count. The clock
    /// stays at the last instant.
    case pending(background: Bool, through: Int64 = .max)
    /// Only the ready jobs, and the walks that tasks have requested.
    case jobs
  }

  /// The reason why a walk has ended.
  public enum End: Sendable {
    /// The limit is reached, nothing that the walk waits for is pending, the caller's condition is true, or the
    /// timeline has reported that too much has run at one instant.
    case done
    /// The budget is used up or, in a walk of a test kit, too much has run at one instant. The text says where and by
    /// what, and what to do, without a period at the end.
    case budget(String)
  }

  /// How much runs before the state returns.
  enum Pace { case whole, instant, action }

  var limit: Limit
  /// Whether the work due at the limit runs, too.
  var includesLimit: Bool
  var pace: Pace
  /// The bounds of a walk that might never end.
  var budget: Budget?

  // MARK: The last unit

  /// Whether anything has run in it, and whether an action has. Not set by a whole walk to a distance or an instant,
  /// which checks nothing between two steps.
  public internal(set) var hasRun = false
  var hasRunAction = false
  /// Nil while the walk goes on.
  public internal(set) var end: End?

  /// Whether the last unit stopped within its instant, because it woke a plain task that settles first.
  var isInterrupted = false

  // MARK: The way, set when a unit begins

  /// Whether the walk has begun. The steps at one instant are counted from then on.
  var hasBegun = false
  var start: Int64 = 0
  /// The latest due time that runs, and the time to which the clock moves afterwards; `.min` for nowhere.
  var last: Int64 = 0
  var arrival: Int64 = 0
  /// Whether an action has moved the clock beyond the target. What has become due then runs, too, but only once: an action
  /// that skips whenever it is due would never let the walk end.
  var isExtended = false
  /// Whether nothing must be checked between two steps: the fast case.
  var isBulk = false
  /// Whether the unit has ended. The drive goes on while tasks have more to do.
  var isUnitOver = false
  /// Whether plain tasks settle after each unit.
  var settles = false
  /// How often plain tasks had been woken, and how often they may still interrupt this instant.
  var wakes: UInt64 = 0
  var interruptionsLeft = Walk.interruptions

  /// The number of wake-ups of plain tasks at one instant that settle one by one. Later ones settle together, because a
  /// thousand would take a second.
  static let interruptions = 100

  /// Creates a walk of a test kit, which has not begun. It runs at most as many actions as `run()` by default.
  ///
  /// - Parameters:
  ///   - limit: How far it goes.
  ///   - includesLimit: Whether the work due at the limit runs.
  public static func bounded(_ limit: Limit, includesLimit: Bool = true) -> Walk {
    Walk(limit, includesLimit: includesLimit, budget: Budget(.testKit, limit: Timeline.defaultLimit))
  }

  init(_ limit: Limit, includesLimit: Bool = true, pace: Pace = .whole, budget: Budget? = nil) {
    self.limit = limit
    self.includesLimit = includesLimit
    self.pace = pace
    self.budget = budget
  }

  /// Whether the calling task or thread advances, and not only serves others.
  var isAdvance: Bool { if case .jobs = limit { false } else { true } }

  @inline(__always) var isOfTestKit: Bool { if case .testKit? = budget?.use { true } else { false } }

  mutating func go(to target: Int64) {
    arrival = target
    last = includesLimit ? target : target.addingClamped(-1)
  }
}

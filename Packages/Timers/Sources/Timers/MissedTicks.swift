/// How a timer handles missed ticks, which are late by an interval or more: the scheduler was busy, perhaps with a
/// tick, the machine slept, or a virtual clock was set forward. The behaviour is the same on every scheduler.
///
/// The examples are for a timer of one second that ticks at 1, and cannot tick again before 4.5.
public enum MissedTicks: Sendable, Hashable {
  /// Sends all missed ticks immediately: three ticks at 4.5, for 2, 3 and 4. The next tick is at 5.
  case burst
  /// Combines the missed ticks and keeps the pace: one tick at 4.5. The next tick is at 5.
  case skip
  /// Combines the missed ticks and restarts: one tick at 4.5. The next tick is at 5.5.
  case delay
}

/// How a timer handles missed ticks: those late by more than a whole interval, because the scheduler was busy (perhaps with
/// a tick), the machine slept, or a virtual clock was set forward. It is the same on every scheduler.
///
/// For example, a timer of one second ticks at 1, and can tick again only at 4.5.
public enum MissedTicks: Sendable, Hashable {
  /// Makes up for them immediately: ticks for 2, 3 and 4 at 4.5, the next one at 5.
  case burst
  /// Leaves them out and keeps its pace: one tick at 4.5, the next one at 5.
  case skip
  /// Leaves them out and restarts: one tick at 4.5, the next one at 5.5.
  case delay
}

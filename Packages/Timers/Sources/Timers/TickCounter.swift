/// Computes which ticks are due, in nanoseconds from the first one, so that errors do not accumulate.
struct TickCounter {
  /// The reaction to a call of the scheduler.
  struct Answer: Equatable {
    /// The number of ticks to send now.
    var ticks: Int
    /// Whether the pace restarts now.
    var restarts = false
  }

  private let interval: Int64
  private let missed: MissedTicks
  /// The number of the next tick.
  private var next: Int64 = 0

  init(interval: Int64, missed: MissedTicks) {
    self.interval = interval
    self.missed = missed
  }

  /// - Parameters:
  ///   - elapsed: Nanoseconds since the time of the first tick.
  ///   - isAtOnce: Whether the scheduler calls while the timer is being scheduled. The tick is then due at any time.
  mutating func answer(at elapsed: Int64, isAtOnce: Bool = false) -> Answer {
    guard let due else { return Answer(ticks: 0) }
    let elapsed = isAtOnce ? max(elapsed, due) : elapsed
    let (early, isFar) = due.subtractingReportingOverflow(elapsed)
    if isFar ? elapsed < 0 : early > interval && early - interval > interval / 8 {
      // Even the previous tick is not due: the clock was set back.
      next = 0
      return Answer(ticks: 1, restarts: true)
    }
    // A call for a tick that has been handled. Inexact clocks may call slightly early.
    if !isFar, early > min(interval / 8, 1_000_000) { return Answer(ticks: 0) }
    let latest = max(next, elapsed / interval)
    let tooLate = latest - next
    next = latest + 1
    guard tooLate > 0 else { return Answer(ticks: 1) }
    switch missed {
    case .burst: return Answer(ticks: Int(tooLate) + 1)
    case .skip: return Answer(ticks: 1)
    case .delay:
      next = 0
      return Answer(ticks: 1, restarts: true)
    }
  }

  /// The time of the next tick, in nanoseconds from the first one.
  var due: Int64? {
    let (due, overflow) = next.multipliedReportingOverflow(by: interval)
    return overflow ? nil : due
  }
}

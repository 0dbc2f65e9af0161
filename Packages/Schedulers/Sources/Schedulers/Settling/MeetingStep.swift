/// Waits until each awaited lane has finished one step.
///
/// Sendable because the lock guards all mutable state.
final class MeetingStep: @unchecked Sendable {
  let begin = ContinuousClock.now
  let gatherings: [Gathering]
  /// Whether the threads are already gathered, and only run their queues.
  let isPass: Bool
  let awaitsMain: Bool
  private let lock = Lock()
  /// A bit for each lane, by its number.
  private var missing: UInt
  private let done: @Sendable () -> Void

  /// Calls `done` once, when all `awaited` lanes have finished, and the main lane if it is awaited.
  init(
    _ gatherings: [Gathering], awaited: [Int], isPass: Bool, awaitsMain: Bool, done: @escaping @Sendable () -> Void
  ) {
    self.gatherings = gatherings
    self.isPass = isPass
    self.awaitsMain = awaitsMain
    missing = awaited.reduce(awaitsMain ? 1 << UInt(gatherings.count) : 0) { $0 | 1 << UInt($1) }
    self.done = done
  }

  /// The number of the main lane.
  var main: Int { gatherings.count }

  /// The lanes that have not finished.
  var unfinished: [Int] {
    let missing = lock.withLock { self.missing }
    return (0...main).filter { missing & 1 << UInt($0) != 0 }
  }

  func finish(_ lane: Int) {
    let isLast = lock.withLock {
      let left = missing & ~(1 << UInt(lane))
      return exchange(&missing, with: left) != 0 && left == 0
    }
    if isLast { done() }
  }
}

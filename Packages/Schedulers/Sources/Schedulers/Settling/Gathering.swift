/// Gathers all threads of a lane, and holds all but one of them.
///
/// While they are held, the lane is one thread that runs its jobs in order. A job enqueued now runs after everything
/// that was in the queue.
///
/// Sendable because the lock guards all mutable state.
final class Gathering: @unchecked Sendable {
  private static let shortestHold = Duration.milliseconds(2)

  let lane: PoolLane
  let expected: Int
  private let lock = Lock()
  /// The threads that have arrived.
  private var threads: [ThreadID] = []
  private var firstArrival: ContinuousClock.Instant?
  private var isKeptUntil: ContinuousClock.Instant?
  /// Whether a held thread has been released before the end, because the remaining one may have a long job.
  private var isReplaced = false
  private let span = ComputingSpan()
  private var isOver = false

  init(_ lane: PoolLane) {
    self.lane = lane
    expected = lane.expectation()
  }

  /// Calls `complete` once, when the expected number of threads has arrived.
  func start(_ complete: @escaping @Sendable () -> Void) {
    // Also for threads that are not expected, to detect their return.
    for _ in 0..<lane.width {
      Task.detached(priority: lane.priority) {
        var laps = PoolMeeting.yieldsInFullRound
        while self.arrive(complete), laps > 0 {
          laps -= 1
          await Task.yield()
        }
      }
    }
    if expected == 0 { complete() }
  }

  /// Called on a thread of the pool. Blocks it until the end, unless it is the last one. Returns whether the job should
  /// be enqueued again, because it may land on a thread that returns.
  private func arrive(_ complete: @Sendable () -> Void) -> Bool {
    lock.lock()
    let thread = ThreadID.current
    if MainLane.isHere {
      // A main serial executor runs all tasks in the main queue, in order. It must not be blocked.
      let isFirst = threads.isEmpty
      threads.append(thread)
      lock.unlock()
      if isFirst { complete() }
      return false
    }
    guard !isOver, threads.count < expected else {
      let goesOn = !isOver
      lock.unlock()
      noteOther(thread)
      return goesOn
    }
    if threads.isEmpty { firstArrival = .now }
    threads.append(thread)
    if threads.count == expected {
      // The held threads could do other work, which the remaining thread must do alone. But if gathering took long,
      // although this process computed little, it must not be repeated too soon.
      isKeptUntil = .now + max(Self.shortestHold, (span.elapsed - span.computed) * 2)
      lock.unlock()
      lane.noteComplete(expected)
      complete()
      return false
    }
    while !isOver {
      guard !lock.wait(milliseconds: 2), let until = isKeptUntil, .now >= until else { continue }
      // One thread is enough for the queue. If its job is long, too, the next one follows.
      isReplaced = true
      isKeptUntil = .now + Self.shortestHold
      break
    }
    lock.unlock()
    return false
  }

  /// Records that a job of the meeting has run on `thread`. If that is not one of those that have arrived, a missing one
  /// has returned, and all are gathered again.
  func noteOther(_ thread: ThreadID) {
    guard expected < lane.width, lock.withLock({ !threads.contains(thread) }) else { return }
    lane.noteReturn()
    release()
  }

  /// Holds the threads for a short time only, however long gathering took.
  func shortenHold() {
    lock.withLock { isKeptUntil = isKeptUntil.map { min($0, .now + Self.shortestHold) } }
  }

  /// Whether all threads but one are still held.
  var isKept: Bool { lock.withLock { !isOver && !isReplaced } }

  /// Releases all threads.
  func release() {
    lock.lock()
    let isFirst = !isOver
    isOver = true
    if isFirst, threads.count > 1 { lock.signal() }
    lock.unlock()
  }

  /// Whether threads have been missing for too long, in a step that began at `begin`.
  ///
  /// Once one has arrived, the others have a job each, and are blocked if the process is idle. If none has arrived, or
  /// the job of a pass has not run, the queue may be as long as all tests that the process is about to run. Giving up
  /// would miss all tasks in it.
  func isLate(
    since begin: ContinuousClock.Instant, idle: Duration, isPass: Bool, at now: ContinuousClock.Instant = .now
  ) -> Bool {
    if !isPass, let firstArrival = lock.withLock({ firstArrival }) {
      let waited = now - firstArrival
      return waited >= PoolMeeting.longestPatience || min(idle, waited) >= PoolMeeting.patience
    }
    return now - begin >= PoolMeeting.longestPatienceWithQueue || idle >= PoolMeeting.patienceWithQueue
  }

  /// Releases all threads because some are missing, and records how many have arrived.
  func giveUp(after duration: Duration, isPass: Bool) {
    lane.noteIncomplete(isPass ? 0 : lock.withLock { threads.count }, after: duration)
    release()
  }
}

/// Gathers all threads of a lane, and holds all but one of them.
///
/// While they are held, the lane is one thread that runs its jobs in order. A job enqueued now runs after everything
/// that was in the queue.
///
/// Sendable because the lock guards all mutable state.
final class Gathering: @unchecked Sendable {
  private static let shortestHold = Duration.milliseconds(2)
  /// How long a job waits for another that runs at once, in milliseconds.
  private static let lookout = 5

  let lane: PoolLane
  let expected: Int
  private let lock = Lock()
  /// The number of threads that have arrived.
  private var arrived = 0
  /// How much the process had computed when one of them last left.
  private var computedBefore = Duration.zero
  private var firstArrival: ContinuousClock.Instant?
  private var isKeptUntil: ContinuousClock.Instant?
  /// Whether a held thread has been released before the end, because the remaining one may have a long job.
  private var isReplaced = false
  /// The number of jobs that run now beside the held threads, and whether one has waited for another.
  private var lookouts = 0
  private var hasLooked = false
  private let span = ComputingSpan()
  private var isOver = false

  init(_ lane: PoolLane) {
    self.lane = lane
    expected = lane.expectation()
  }

  /// Calls `complete` once, when the expected number of threads has arrived, and `pass` each time before one of them
  /// leaves for a moment, because others compute.
  func start(pass: @escaping @Sendable () -> Void, _ complete: @escaping @Sendable () -> Void) {
    // Also for threads that are not expected, to detect their return. Two of these jobs must be able to run at once.
    for _ in 0..<(expected < lane.width ? lane.width + 1 : lane.width) { enqueue(pass, complete) }
    if expected == 0 { complete() }
  }

  private func enqueue(_ pass: @escaping @Sendable () -> Void, _ complete: @escaping @Sendable () -> Void) {
    Task.detached(priority: lane.priority) {
      var laps = PoolMeeting.yieldsInFullRound
      while self.arrive(pass, complete), laps > 0 {
        laps -= 1
        await Task.yield()
      }
    }
  }

  /// Called on a thread of the pool. Blocks it until the end, unless it is the last one. Returns whether the job should
  /// be enqueued again, because it may land on a thread that returns.
  private func arrive(_ pass: @escaping @Sendable () -> Void, _ complete: @escaping @Sendable () -> Void) -> Bool {
    lock.lock()
    if MainLane.isHere {
      // A main serial executor runs all tasks in the main queue, in order. It must not be blocked.
      let isFirst = arrived == 0
      arrived += 1
      lock.unlock()
      if isFirst { complete() }
      return false
    }
    guard !isOver, arrived < expected else {
      let goesOn = !isOver && expected < lane.width
      lock.unlock()
      lookForReturn()
      return goesOn
    }
    firstArrival = firstArrival ?? .now
    arrived += 1
    if arrived == expected {
      // The held threads could do other work, which the remaining thread must do alone. But if gathering took long,
      // although this process computed little, it must not be repeated too soon.
      isKeptUntil = .now + max(Self.shortestHold, (span.elapsed - span.computed) * 2)
      lookouts += 1
      lock.unlock()
      complete()
      lock.withLock { lookouts -= 1 }
      return false
    }
    while !isOver {
      guard !lock.wait(milliseconds: 2) else { continue }
      if let until = isKeptUntil {
        guard .now >= until else { continue }
        // One thread is enough for the queue. If its job is long, too, the next one follows.
        isReplaced = true
        isKeptUntil = .now + Self.shortestHold
        break
      }
      // While a thread computes, short jobs must not be behind it. So another thread leaves and passes the queue. The job
      // in its place is enqueued before, so that a thread that becomes free finds it before the next long job.
      let computed = span.computed
      guard computed - computedBefore >= Self.shortestHold else { continue }
      computedBefore = computed
      lock.unlock()
      pass()
      enqueue(pass, complete)
      lock.lock()
      guard isKeptUntil == nil, !isOver else { continue }
      arrived -= 1
      break
    }
    lock.unlock()
    return false
  }

  /// Called by a job that runs while the expected threads but one are held. If two run at once, a missing thread has
  /// returned, and all are gathered again. The first waits for another.
  ///
  /// Which thread runs a job tells nothing: the pool may have threads to spare, but runs no more jobs for that.
  func lookForReturn() {
    guard expected < lane.width else { return }
    lock.lock()
    lookouts += 1
    let hasReturned = !isOver && !isReplaced && lookouts > min(expected, 1)
    if !hasReturned, !hasLooked, !isOver {
      hasLooked = true
      isKeptUntil = isKeptUntil.map { $0 + .milliseconds(Self.lookout) }
      _ = lock.wait(milliseconds: Self.lookout)
    }
    lookouts -= 1
    lock.unlock()
    guard hasReturned else { return }
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
    if isFirst { lock.broadcast() }
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
    lane.noteIncomplete(isPass ? 0 : lock.withLock { arrived }, after: duration)
    release()
  }
}

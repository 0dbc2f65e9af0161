/// Gathers all threads of a lane, and holds all but one of them.
///
/// While they are held, the lane is one thread that runs its jobs in order. A job enqueued now runs after everything
/// that was in the queue.
///
/// Sendable because the lock guards all mutable state.
final class Gathering: @unchecked Sendable {
  let lane: PoolLane
  let expected: Int
  private let lock = Lock()
  /// The threads that have arrived.
  private var threads: [ThreadID] = []
  private var firstArrival: ContinuousClock.Instant?
  private var isKeptUntil: ContinuousClock.Instant?
  private let begin = ContinuousClock.now
  private var isOver = false

  init(_ lane: PoolLane) {
    self.lane = lane
    expected = lane.expectation()
  }

  /// Calls `complete` once, when the expected number of threads has arrived.
  func start(_ complete: @escaping @Sendable () -> Void) {
    guard expected > 0 else { return complete() }
    // Also for threads that are not expected, to detect their return.
    for _ in 0..<lane.width { Task.detached(priority: lane.priority) { self.arrive(complete) } }
  }

  /// Called on a thread of the pool. Blocks it until the end, unless it is the last one.
  private func arrive(_ complete: @Sendable () -> Void) {
    lock.lock()
    let thread = ThreadID.current
    guard !isOver, threads.count < expected else {
      let isOther = !threads.contains(thread)
      lock.unlock()
      if isOther { lane.noteReturn() }
      return
    }
    threads.append(thread)
    if threads.count == expected {
      // The held threads could do other work, which the remaining thread must do alone. But if gathering took long,
      // because the machine is busy, it must not be repeated too soon.
      let now = ContinuousClock.now
      isKeptUntil = now + max(.milliseconds(2), (now - begin) * 2)
      lock.unlock()
      lane.noteComplete(expected)
      return complete()
    }
    if firstArrival == nil { firstArrival = .now }
    while !isOver {
      guard !lock.wait(milliseconds: 2), let isKeptUntil, .now >= isKeptUntil else { continue }
      isOver = true
      lock.signal()
    }
    lock.unlock()
  }

  /// Whether the threads are still held.
  var isKept: Bool { lock.withLock { !isOver } }

  /// Releases all threads.
  func release() {
    lock.lock()
    let isFirst = !isOver
    isOver = true
    if isFirst, threads.count > 1 { lock.signal() }
    lock.unlock()
  }

  /// How long threads are overdue; nil if they may still arrive in time.
  func lateness(age: Duration, idle: Duration, isPass: Bool) -> Duration? {
    let wait = lock.withLock { isPass ? nil : firstArrival.map { .now - $0 } }
    if let wait, wait >= PoolMeeting.patience { return wait }
    // With a long queue, none arrives.
    let isLate = wait == nil && (idle >= PoolMeeting.patience || age >= PoolMeeting.longestPatience)
    return isLate ? age : nil
  }

  /// Releases all threads because some are missing, and records how many have arrived.
  func giveUp(after duration: Duration, isPass: Bool) {
    lane.noteIncomplete(isPass ? 0 : lock.withLock { threads.count }, after: duration)
    release()
  }
}

/// Brings all threads of a lane together, and keeps all but one of them.
///
/// While they are kept the lane is one thread that runs its jobs in order, so a job that goes to the end of the queue
/// has run behind everything that was in it.
///
/// Sendable because everything that changes is behind the lock.
final class Gathering: @unchecked Sendable {
  let lane: PoolLane
  let expected: Int
  private let lock = Lock()
  /// Those that have come.
  private var threads: [ThreadID] = []
  private var firstArrival: ContinuousClock.Instant?
  private var isKeptUntil: ContinuousClock.Instant?
  private let begin = ContinuousClock.now
  private var isOver = false

  init(_ lane: PoolLane) {
    self.lane = lane
    expected = lane.expectation()
  }

  /// Calls `complete` once, when as many threads have come as the lane is expected to have.
  func start(_ complete: @escaping @Sendable () -> Void) {
    guard expected > 0 else { return complete() }
    // Also those that are not expected, to learn when they are back.
    for _ in 0..<lane.width { Task.detached(priority: lane.priority) { self.arrive(complete) } }
  }

  /// By a thread of the pool, which stays until the end unless it is the last.
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
      // Meanwhile they could do other work, which the remaining thread must do alone. But where they take long to come,
      // because the machine is busy, it must not have to be done again too soon.
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

  /// Whether the threads are kept still.
  var isKept: Bool { lock.withLock { !isOver } }

  /// Lets all go.
  func release() {
    lock.lock()
    let isFirst = !isOver
    isOver = true
    if isFirst, threads.count > 1 { lock.signal() }
    lock.unlock()
  }

  /// How long it has been waited for some that should have come by now; nil if there is still hope.
  func lateness(age: Duration, idle: Duration, isPass: Bool) -> Duration? {
    let wait = lock.withLock { isPass ? nil : firstArrival.map { .now - $0 } }
    if let wait, wait >= PoolMeeting.patience { return wait }
    // A long queue keeps all away.
    let isLate = wait == nil && (idle >= PoolMeeting.patience || age >= PoolMeeting.longestPatience)
    return isLate ? age : nil
  }

  /// Lets all go because some stay away, and remembers how many do come.
  func giveUp(after duration: Duration, isPass: Bool) {
    lane.noteIncomplete(isPass ? 0 : lock.withLock { threads.count }, after: duration)
    release()
  }
}

import Foundation

extension Races {
  /// Runs each of `bodies` on its own plain thread, starting at the same moment. Returns when all have finished.
  ///
  /// The bodies need not be sendable, because the race tests whether they are thread-safe.
  package static func concurrently(_ bodies: [() -> Void]) { start(bodies).wait() }

  /// Starts the bodies. Returns a group that is empty when all have finished and are released.
  static func start(_ bodies: [() -> Void]) -> DispatchGroup {
    let (start, running) = (Countdown(bodies.count), DispatchGroup())
    for runner in bodies.map({ Runner($0) }) {
      running.enter()
      Thread.detachNewThread {
        start.wait()
        runner.run()
        running.leave()
      }
    }
    return running
  }
}

/// A body for one thread, which releases it afterwards. Objects that the kit creates in it belong to the leak scope of
/// the thread that created the runner.
///
/// Sendable because one thread at a time uses it.
private final class Runner: @unchecked Sendable {
  private var body: (() -> Void)?
  private let scope = LeakScope.current

  init(_ body: @escaping () -> Void) { self.body = body }

  func run() {
    let body = body
    self.body = nil
    LeakScope.$current.withValue(scope) { body?() }
  }
}

/// Counts down the threads that arrive.
///
/// Sendable because `missing` is guarded by `condition`.
private final class Countdown: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int

  init(_ count: Int) { missing = count }

  /// Counts the calling thread, and holds it until all have arrived. It spins for a moment before it sleeps, because
  /// waking takes longer than most races.
  func wait() {
    condition.withLock {
      missing -= 1
      if missing == 0 { condition.broadcast() }
    }
    for _ in 0..<100 where condition.withLock({ missing == 0 }) { return }
    condition.withLock { while missing > 0 { condition.wait() } }
  }
}

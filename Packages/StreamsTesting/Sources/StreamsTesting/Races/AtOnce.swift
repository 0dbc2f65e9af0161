import Foundation

extension Races {
  /// Runs `bodies`, each on a plain thread of its own, and lets them start at the same moment. Returns when all have.
  ///
  /// The bodies are what is to be tested: whether it holds what it promises when threads are not kept apart. That is why
  /// they need not be sendable.
  package static func atOnce(_ bodies: [() -> Void]) {
    let start = StartingLine(bodies.count)
    let group = DispatchGroup()
    let scope = LeakScope.current
    for body in bodies {
      nonisolated(unsafe) let body = body
      group.enter()
      Thread.detachNewThread {
        start.wait()
        LeakScope.$current.withValue(scope) { body() }
        group.leave()
      }
    }
    group.wait()
  }
}

/// Holds threads back until all are there. They look for a moment before they go to sleep, as to be woken takes longer
/// than most races last.
///
/// Sendable because `missing` is guarded by `condition`.
final class StartingLine: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int

  init(_ count: Int) { missing = count }

  func wait() {
    condition.withLock {
      missing -= 1
      if missing == 0 { condition.broadcast() }
    }
    for _ in 0..<100 where condition.withLock({ missing == 0 }) { return }
    condition.withLock { while missing > 0 { condition.wait() } }
  }
}

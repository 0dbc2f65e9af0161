import Foundation

extension Races {
  /// Runs `bodies`, each on a plain thread of its own, and lets them start at the same moment. Returns when all have.
  ///
  /// The bodies are what is to be tested: whether it holds what it promises when threads are not kept apart. That is why
  /// they need not be sendable.
  static func atOnce(_ bodies: [() -> Void]) {
    let start = StartingLine(bodies.count)
    let group = DispatchGroup()
    for body in bodies {
      nonisolated(unsafe) let body = body
      group.enter()
      Thread.detachNewThread {
        start.wait()
        body()
        group.leave()
      }
    }
    group.wait()
  }
}

/// Holds threads back until all are there. They spin for a moment, as to be woken takes longer than most races last.
///
/// Sendable because `missing` is guarded by `lock`.
final class StartingLine: @unchecked Sendable {
  private let lock = NSLock()
  private var missing: Int

  init(_ count: Int) { missing = count }

  func wait() {
    lock.withLock { missing -= 1 }
    var turns = 0
    while lock.withLock({ missing > 0 }) {
      turns += 1
      if turns > 200 { Thread.sleep(forTimeInterval: 0.000_01) }
    }
  }
}

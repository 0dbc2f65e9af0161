import Foundation

extension Races {
  /// Runs `bodies`, each on a plain thread of its own, and lets them start at the same moment. Returns when all have.
  ///
  /// The bodies are what is to be tested: whether it holds what it promises when threads are not kept apart. That is
  /// why they need not be sendable.
  package static func concurrently(_ bodies: [() -> Void]) {
    let done = DispatchSemaphore(value: 0)
    start(bodies) { done.signal() }
    done.wait()
  }

  /// Starts them, and says when all are through, on the thread of the last one. No thread holds a body any more then.
  static func start(_ bodies: [() -> Void], whenDone: @escaping @Sendable () -> Void) {
    let start = StartingLine(bodies.count)
    let finish = FinishingLine(bodies.count, whenDone)
    if bodies.isEmpty { whenDone() }
    for runner in bodies.map({ Runner($0) }) {
      Thread.detachNewThread {
        start.wait()
        runner.run()
        finish.pass()
      }
    }
  }
}

/// A body for one thread, which releases it when it is done. What the kit makes in it belongs to the leak scope of
/// the thread that made the runner.
///
/// Sendable because one thread uses it after another.
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

/// Tells when all threads have passed.
///
/// Sendable because `missing` is guarded by `lock`.
private final class FinishingLine: @unchecked Sendable {
  private let lock = NSLock()
  private var missing: Int
  private let whenDone: @Sendable () -> Void

  init(_ count: Int, _ whenDone: @escaping @Sendable () -> Void) {
    missing = count
    self.whenDone = whenDone
  }

  func pass() {
    let isLast = lock.withLock {
      missing -= 1
      return missing == 0
    }
    if isLast { whenDone() }
  }
}

import Foundation

extension Races {
  /// Runs each of `bodies` on its own plain thread, starting at the same moment. Returns when all have finished.
  ///
  /// The bodies need not be sendable, because the race tests whether they are thread-safe.
  package static func concurrently(_ bodies: [() -> Void]) { start(bodies).wait() }

  /// Starts the bodies. Returns a group that is empty when all have finished and are released.
  static func start(_ bodies: [() -> Void]) -> DispatchGroup {
    let (missing, running) = (DispatchGroup(), DispatchGroup())
    for _ in bodies { missing.enter() }
    for runner in bodies.map({ Runner($0) }) {
      running.enter()
      Thread.detachNewThread {
        missing.leave()
        // Spins for a moment before it sleeps, because waking takes longer than most races.
        for _ in 0..<100 where missing.wait(timeout: .now()) == .success { break }
        missing.wait()
        runner.run()
        running.leave()
      }
    }
    return running
  }
}

/// A body for one thread, which releases it afterwards, in the leak scope of the thread that created the runner.
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

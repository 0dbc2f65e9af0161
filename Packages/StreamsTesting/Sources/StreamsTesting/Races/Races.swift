import Dispatch
import Foundation
@_spi(TestKit) import Schedulers

/// Runs code on several threads at once, to find data races and lost updates.
///
/// The threads are plain threads, not those of Swift's concurrency pool, and start at the same moment. Run such tests
/// under ThreadSanitizer as well (`swift test --sanitize=thread`).
public enum Races {
  /// Runs `bodies` at the same time, `times` times, each time with a new subject, and checks each result.
  ///
  /// ```swift
  /// await Races.race(on: { PassthroughSubject<Int, Never>() }, { $0.send(1) }, { $0.send(completion: .finished) })
  /// ```
  ///
  /// An error thrown by `check` is reported at the caller's line with the number of the round, and ends the race. So
  /// does a round that does not end, because of a deadlock.
  ///
  /// `make` and `check` run in the caller's task, so `#expect` works there, with an issue for each round that fails. The
  /// bodies run on plain threads, which belong to no test, so `#expect` fails no test there. Store their observations in
  /// the shared object, and inspect it in `check`. Objects that the kit creates in a body belong to the caller's leak scope.
  ///
  /// `make` creates the object that the bodies share in one round. It need not be `Sendable`, because the race tests
  /// whether it is thread-safe. `check` inspects it when all threads have ended. `timeout` limits a round's real time.
  public static func race<Shared>(
    times: Int = 1_000, timeout: Duration = .seconds(30), on make: () -> Shared, _ bodies: ((Shared) -> Void)...,
    check: (Shared) throws -> Void = { _ in }, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let (place, limit) = (SourcePlace(fileID, filePath, line, column), timeout * WaitTimeout.scale)
    for round in 1...max(times, 1) {
      let shared = make()
      guard await ends(within: limit, bodies.map { body in { body(shared) } }) else {
        return place.report("Round \(round) of the race has not ended within \(limit): a deadlock?")
      }
      do { try check(shared) } catch { return place.report("Round \(round) of the race failed: \(error)") }
    }
  }

  /// Calls `body` with 0, 1 ... on `count` threads that start at the same moment. Returns when all have finished.
  ///
  /// Blocks the calling thread: do not call it from a task. See
  /// ``race(times:timeout:on:_:check:fileID:filePath:line:column:)``.
  public static func concurrently(_ count: Int, _ body: @escaping (Int) -> Void) {
    concurrently((0..<count).map { index in { body(index) } })
  }

  /// Runs the bodies at once. Returns whether they finish within the time; if not, their threads are abandoned.
  private static func ends(within limit: Duration, _ bodies: [() -> Void]) async -> Bool {
    let (bell, running) = (Bell(within: limit), start(bodies))
    running.notify(queue: Bell.queue) { bell.ring() }
    await bell.ringing()
    return running.wait(timeout: .now()) == .success
  }
}

extension Races {
  /// Runs each of `bodies` on its own plain thread, starting at the same moment. Returns when all have finished.
  ///
  /// The bodies need not be sendable, because the race tests whether they are thread-safe.
  package static func concurrently(_ bodies: [() -> Void]) { start(bodies).wait() }

  /// Starts the bodies, in the leak scope of the caller. Returns a group that is empty when all are done and released.
  static func start(_ bodies: [() -> Void]) -> DispatchGroup {
    let (missing, running, scope) = (DispatchGroup(), DispatchGroup(), Timeline.observer)
    for _ in bodies { missing.enter() }
    for body in bodies {
      running.enter()
      // Only its thread calls and releases it.
      nonisolated(unsafe) var body: (() -> Void)? = body
      Thread.detachNewThread {
        missing.leave()
        // Spins for a moment before it sleeps, because waking takes longer than most races.
        for _ in 0..<100 where missing.wait(timeout: .now()) == .success { break }
        missing.wait()
        Timeline.$observer.withValue(scope) { body?() }
        body = nil
        running.leave()
      }
    }
    return running
  }
}

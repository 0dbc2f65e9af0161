import Foundation

/// Runs code on several threads at once, to show what only happens then.
///
/// The threads are plain ones, not those of Swift's concurrency pool, and start at the same moment. Run such tests under
/// ThreadSanitizer as well (`swift test --sanitize=thread`).
public enum Races {
  /// Lets `bodies` race, `times` times, each time with a new subject; and checks each time what came of it.
  ///
  /// ```swift
  /// await Races.run(on: { PassthroughSubject<Int, Never>() }, { $0.send(1) }, { $0.send(completion: .finished) })
  /// ```
  ///
  /// An error that `check` throws is reported at the caller's line with the number of the round, and ends the race. So is
  /// a round that does not end: a deadlock.
  ///
  /// - Parameters:
  ///   - times: How many rounds.
  ///   - patience: How many seconds a round may take.
  ///   - make: Makes what the bodies share in one round. It need not be sendable: whether it is safe is the question.
  ///   - bodies: What each thread does with it.
  ///   - check: Looks at it when all threads are through; on the same thread as `make`.
  ///   - fileID: The caller's file; leave it out.
  ///   - file: The caller's file; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  public static func run<Shared>(
    times: Int = 1_000, patience: Double = 30, on make: @escaping () -> Shared, _ bodies: ((Shared) -> Void)...,
    check: @escaping (Shared) throws -> Void = { _ in },
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let progress = RaceProgress()
    nonisolated(unsafe) let round = {
      let shared = make()
      atOnce(bodies.map { body in { body(shared) } })
      try check(shared)
    }
    let isDone = await Patience.wait(isOverdue: { progress.elapsed > patience }) {
      for number in 1...max(times, 1) {
        progress.begin(number)
        do { try round() } catch { return progress.fail("Round \(number) of the race failed: \(error)") }
      }
    }
    let hang = "Round \(progress.round) of the race has not ended within \(patience) seconds: a deadlock?"
    guard let failure = isDone ? progress.failure : hang else { return }
    _ = CallPlace(fileID: fileID, file: file, line: line, column: column).reported(failure)
  }

  /// Lets two closures race, `times` times.
  ///
  /// ```swift
  /// let subject = PassthroughSubject<Int, Never>()
  /// let cancellable = subject.sink { _ in }
  /// await Races.run({ subject.send(1) }, { cancellable.cancel() })
  /// ```
  public static func run(
    times: Int = 1_000, patience: Double = 30, _ first: @escaping () -> Void, _ second: @escaping () -> Void,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await run(
      times: times, patience: patience, on: {}, first, second, fileID: fileID, file: file, line: line, column: column)
  }

  /// Calls `body` with 0, 1 ... on `count` threads that start at the same moment, and returns when all have.
  ///
  /// Holds the calling thread meanwhile: not to be called from a task. See ``run(times:patience:on:_:check:fileID:file:line:column:)``.
  public static func atOnce(_ count: Int, _ body: @escaping (Int) -> Void) {
    atOnce((0..<count).map { index in { body(index) } })
  }
}

/// Where a race is.
///
/// Sendable because its state is guarded by `lock`.
private final class RaceProgress: @unchecked Sendable {
  private let lock = NSLock()
  private var state = (round: 0, began: Date(), failure: String?.none)

  var round: Int { lock.withLock { state.round } }
  var elapsed: Double { lock.withLock { Date().timeIntervalSince(state.began) } }
  var failure: String? { lock.withLock { state.failure } }
  func begin(_ round: Int) { lock.withLock { state = (round, Date(), nil) } }
  func fail(_ text: String) { lock.withLock { state.failure = text } }
}

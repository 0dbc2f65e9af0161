import Schedulers
import Testing

/// The spellings of the test clock of swift-clocks.
@Suite(.timeLimit(.minutes(10))) struct TestClockTests {
  @Test func checkSuspensionThrowsWhileATaskSleeps() async throws {
    let clock = TestClock()
    try await clock.checkSuspension()
    let line = #line + 1
    let task = Task { try await clock.sleep(for: .seconds(5)) }
    await clock.waitForSleepers(1)
    let error = await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    expectEqual(error?.sleeps.map(\.due), [.init(nanoseconds: 5_000_000_000)])
    expectEqual(error?.description.contains("TestClockTests.swift:\(line)"), true)
    await clock.advance(by: .seconds(5))
    try await clock.checkSuspension()
    try await task.value
  }

  @Test func actionsAreNoSuspension() async throws {
    let clock = TestClock()
    let action = clock.schedule(in: .seconds(1)) {}
    try await clock.checkSuspension()
    action.cancel()
  }

  @Test func runWithATimeoutRunsToTheEnd() async throws {
    let clock = TestClock()
    let task = Task {
      for _ in 0..<3 { try await clock.sleep(for: .seconds(3600)) }
      return clock.now.offset
    }
    await clock.waitForSleepers(1)
    await clock.run(timeout: .seconds(50))
    try await expectEqual(task.value, .seconds(3 * 3600))
  }

  @Test func runWithATimeoutReportsEndlessTimers() async {
    let clock = TestClock("screen")
    let timer = clock.schedule(at: .beginning, every: .seconds(1), name: "poll") {}
    await withKnownIssue {
      await clock.run(timeout: .milliseconds(5))
    } matching: { issue in
      issue.comments.contains {
        "\($0)".contains("run() of screen stopped at") && "\($0)".contains("a timer \"poll\"")
      }
    }
    #expect(timer.isPending)
    timer.cancel()
  }

  /// Each action lasts longer than the timeout, and the next one is due at the same instant.
  @Test func runWithATimeoutStopsBetweenTheActionsOfAnInstant() async {
    let clock = TestClock("screen")
    clock.limitAtInstant = 20
    let endless = SlowWork(clock, lasting: .milliseconds(5))
    clock.schedule { endless.run() }
    await withKnownIssue {
      await clock.run(timeout: .milliseconds(5))
    } matching: { issue in
      issue.comments.contains {
        "\($0)".contains("run() of screen stopped at 0.0 seconds: 0.005 seconds of real time have passed")
          && "\($0)".contains("\n  an action scheduled at \(#filePath):")
      }
    }
    #expect(endless.runs <= 1)
  }

  @Test func runWithATimeoutDoesNotWaitForBackgroundWork() async {
    let clock = TestClock()
    let timer = clock.schedule(at: .beginning, every: .seconds(1), background: true) {}
    await clock.run(timeout: .seconds(50))
    timer.cancel()
  }
}

/// An action that schedules itself again at the same instant.
///
/// Sendable because only the driving thread uses it.
private final class SlowWork: @unchecked Sendable {
  private let clock: TestClock
  private let length: Duration
  private(set) var runs = 0

  init(_ clock: TestClock, lasting length: Duration) { (self.clock, self.length) = (clock, length) }

  func run() {
    runs += 1
    let end = ContinuousClock.now + length
    while ContinuousClock.now < end {}
    clock.schedule { self.run() }
  }
}

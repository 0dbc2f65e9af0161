import Dispatch
import SchedulersTestSupport
import Testing

/// Work in tests of Swift Testing that comes when the test has advanced another timeline for the last time.
@Suite struct LateBySwiftTests {
  @Test func workThatIsLeftIsReportedWhenTheTimelineGoes() {
    let line = #line + 3
    withKnownIssue {
      let (late, other) = (Timeline("the late"), Timeline("the other"))
      other.advance()
      late.schedule(after: .seconds(1)) {}
    } matching: {
      $0.neglects("the late", for: "the other") && $0.sourceLocation?.line == line + 1
    }
  }

  /// It was there when the other was advanced, but what it had then was cancelled.
  @Test func workAfterWorkThatWasCancelledIsReported() {
    withKnownIssue {
      let (late, other) = (Timeline("the late"), Timeline("the other"))
      late.schedule {}.cancel()
      other.advance()
      late.schedule {}
    } matching: {
      $0.neglects("the late", for: "the other")
    }
  }

  @Test func workAfterAnAdvanceInAnotherTaskIsReported() async {
    await withKnownIssue {
      let (late, other) = (Timeline("the late"), Timeline("the other"))
      await Task.detached { await other.advance() }.value
      late.schedule {}
    } matching: {
      $0.neglects("the late", for: "the other")
    }
  }

  @Test(.neglecting("the late"), .virtualTime) func whatADetachedTaskLeavesUnderTheTraitIsReported() async {
    await DispatchQueue.test.advance()
    let late = Timeline("the late")
    Task.detached { try await Task.sleep(for: .seconds(1), clock: late) }
    await late.waitForSleepers()
  }

  /// As with `--repetitions`.
  @Test func whatARepetitionLeavesIsReportedToo() async throws {
    let test = try #require(Test.current)
    for _ in 1...2 {
      try await withKnownIssue {
        try await VirtualTimeTrait.virtualTime.provideScope(for: test, testCase: nil) {
          await self.whatADetachedTaskLeavesUnderTheTraitIsReported()
        }
      } matching: {
        $0.neglects("the late", for: test.name)
      }
    }
  }

  private static let kept = Guarded<[Timeline]>([])

  @Test func whatABodyLeavesIsReportedOnce() async {
    let said = Guarded(0)
    await withKnownIssue {
      await withVirtualTime("the body's") { timeline in
        let late = Timeline("the late")
        await timeline.advance()
        late.schedule {}
        Self.kept.withLock { $0.append(late) }
      }
      Self.kept.withLock { $0 = [] }
    } matching: { issue in
      said.withLock { $0 += 1 }
      return issue.comments.contains { $0.rawValue.contains("The body of the body's scheduled work on the late") }
    }
    #expect(said.withLock { $0 } == 1)
  }

  /// Each order is a run of its own.
  @Test func inOneOfManyOrdersItIsReportedForThat() {
    withKnownIssue {
      exploreOrders { timeline in
        var seen = ""
        for letter in "ab" { timeline.schedule { seen.append(letter) } }
        let late = Timeline("the late")
        timeline.run()
        if seen == "ba" { late.schedule {} }
      }
    } matching: {
      $0.neglects("the late", for: "order 2")
    }
  }

  @Test func workThatIsAdvancedIsNoMistake() {
    let (late, other) = (Timeline("the late"), Timeline("the other"))
    other.advance()
    late.schedule {}
    late.advance()
  }

  @Test func workThatIsCancelledIsNoMistake() async {
    let (late, other) = (Timeline("the late"), Timeline("the other"))
    await other.advance()
    late.schedule {}.cancel()
    let task = Task { try await late.sleep(for: .seconds(1)) }
    await late.waitForSleepers()
    task.cancel()
    _ = await task.result
  }

  @Test func workOfTheBackgroundIsNoMistake() {
    let (late, other) = (Timeline("the late"), Timeline("the other"))
    other.advance()
    late.schedule(name: "housekeeping", background: true) {}
  }

  @Test func workOnOneThatWasAdvancedIsNoMistake() {
    let (both, other) = (Timeline("both"), Timeline("the other"))
    both.advance()
    other.advance()
    both.schedule {}
  }

  @Test func workThatShallStayUndoneIsNoMistake() {
    let (late, other) = (Timeline("the late"), Timeline("the other"))
    other.advance()
    late.schedule {}
    late.skip(by: .zero)
  }

  @Test func realTimeIsNoMistake() async throws {
    try await ContinuousClock().scheduler().sleep(for: .milliseconds(1))
    DispatchQueue.immediate.schedule {}
    Timeline("the late").schedule {}
  }

  /// Work of the trait itself, after its test.
  @Test(.schedulingAfterwards, .virtualTime) func workAfterTheEndIsNoMistake() async {
    await DispatchQueue.test.advance()
  }
}

/// Schedules something when the test is over.
private struct SchedulingAfterwards: TestTrait, TestScoping {
  func provideScope(
    for _: Test, testCase _: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    Timeline("the trait's").schedule {}
  }
}

extension Trait where Self == SchedulingAfterwards {
  fileprivate static var schedulingAfterwards: Self { Self() }
}

/// A value behind a lock.
///
/// Sendable because the value is reached only under the lock.
private final class Guarded<Value>: @unchecked Sendable {
  private let lock = DispatchSemaphore(value: 1)
  private var value: Value
  init(_ value: Value) { self.value = value }

  func withLock<R>(_ body: (inout Value) -> R) -> R {
    lock.wait()
    defer { lock.signal() }
    return body(&value)
  }
}

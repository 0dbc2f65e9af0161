import Dispatch
import SchedulersTestSupport
import Testing

/// Two timelines in tests of Swift Testing, where each case of a test is told from the others whatever task is at work.
@Suite struct NeglectedBySwiftTests {
  @Test func workOfAChildTaskIsReported() async {
    await withKnownIssue {
      await neglectInChildTasks()
    } matching: {
      $0.neglects("the other", for: "the child's")
    }
  }

  private func neglectInChildTasks() async {
    let other = Timeline("the other")
    await Task { _ = other.schedule(after: .seconds(1)) {} }.value
    await Task { await Timeline("the child's").advance() }.value
  }

  @Test func workFromBeforeIsReported() async {
    await withKnownIssue {
      let other = Timeline("the other")
      other.schedule(after: .seconds(1)) {}
      await Timeline("a later one").advance()
    } matching: {
      $0.neglects("the other", for: "a later one")
    }
  }

  /// Equal arguments too make two cases.
  @Test(arguments: [1, 2, 2]) func casesAreToldApart(_: Int) async {
    await withKnownIssue {
      await neglectInChildTasks()
    } matching: {
      $0.neglects("the other", for: "the child's")
    }
  }

  @Test func aTaskThatSleepsIsReportedWhenTheOtherGoes() async {
    await withKnownIssue {
      let (waiting, other) = (Timeline("the waiting"), Timeline("the other"))
      Task { try await waiting.sleep(for: .seconds(1)) }
      await waiting.waitForSleepers()
      await other.advance()
    } matching: {
      $0.neglects("the waiting", for: "the other")
    }
  }

  /// Timelines of tasks of one test: each advances its own, in any order.
  @Test func eachTaskMayHaveItsOwn() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          let timeline = Timeline()
          let task = Task { try await timeline.sleep(for: .seconds(1)) }
          await timeline.waitForSleepers()
          await timeline.advance(by: .seconds(1))
          try? await task.value
        }
      }
    }
  }

  @Test func oneThatGoesBeforeTheOtherIsAdvancedIsNoMistake() async {
    let other = Timeline("the other")
    other.schedule(after: .seconds(1)) {}
    await Timeline("short").advance()
    await other.advance(by: .seconds(1))
  }

  /// A helper's timeline goes before the test has come to the other.
  @Test func oneThatIsAdvancedWhenAHelpersHasGoneIsNoMistake() {
    func help() {
      let helper = Timeline("the helper's")
      other.schedule(after: .seconds(1)) {}
      helper.advance()
    }
    let other = Timeline("the other")
    help()
    other.advance(by: .seconds(1))
  }

  /// The trait knows the end of the test.
  @Test(.neglecting("the other"), .virtualTime) func aDetachedTaskUnderTheTraitIsReported() async {
    let other = Timeline("the other")
    Task.detached { try await Task.sleep(for: .seconds(1), clock: other) }
    await other.waitForSleepers()
    await DispatchQueue.test.advance(by: .seconds(1))
  }

  static let left = Left()

  @Test(.serialized, arguments: [1, 2]) func whatAnotherCaseHasLeftIsNoMistake(number: Int) async {
    if number == 1 { await Self.left.schedule() } else { await Timeline("this case's").advance() }
  }

  actor Left {
    private var timelines: [Timeline] = []

    func schedule() {
      let timeline = Timeline("the last case's")
      timeline.schedule(after: .seconds(1)) {}
      timelines.append(timeline)
    }
  }
}

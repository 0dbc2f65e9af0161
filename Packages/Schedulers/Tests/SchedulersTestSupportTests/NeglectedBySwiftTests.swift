import SchedulersTestSupport
import Testing

/// Two timelines in tests of Swift Testing, where each case of a test is told from the others whatever task is at work.
@Suite struct NeglectedBySwiftTests {
  @Test func workOfAChildTaskIsReported() async {
    await withKnownIssue {
      let other = Timeline("the other")
      await Task { _ = other.schedule(after: .seconds(1)) {} }.value
      await Task { await Timeline("the child's").advance() }.value
    } matching: {
      $0.neglects("the other", for: "the child's")
    }
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
      let other = Timeline("the other")
      await Task { _ = other.schedule(after: .seconds(1)) {} }.value
      await Task { await Timeline("the child's").advance() }.value
    } matching: {
      $0.neglects("the other", for: "the child's")
    }
  }

  static let left = Left()

  @Test(.serialized, arguments: [1, 2]) func whatAnotherCaseHasLeftIsNoMistake(_: Int) async {
    await Timeline("this case's").advance()
    await Self.left.schedule()
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

extension Issue {
  fileprivate func neglects(_ timeline: String, for other: String) -> Bool {
    let text = "Work waits on \(timeline), which nobody has advanced, but \(other), another timeline of this test, was."
    return comments.contains { $0.rawValue.contains(text) }
  }
}

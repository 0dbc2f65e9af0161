import StreamsLaws
import StreamsTesting
import Synchronization
import Testing

/// Failures arrive in Swift Testing.
@Suite(.withoutPages, .leakCheck()) struct FailuresInSwiftTesting {
  let scheduler = VirtualTimeScheduler()

  @Test func marblesThatDifferFailTheTest() {
    withKnownIssue {
      scheduler.expect(scheduler.cold("-a-b|"), toEqual: "-a--b|")
    } matching: {
      $0.description.contains("actual:   -a-b|") && $0.sourceLocation?.fileName == "FailuresInSwiftTesting.swift"
    }
  }

  @Test func waitsFailTheTest() async {
    await withKnownIssue {
      _ = try? await CurrentValueSubject<Int, Never>(4).waitForCompletion(timeout: .seconds(0.01))
    } matching: {
      $0.description.contains("publisher: never completed; expected the end within \(tenMilliseconds)")
    }
  }

  @Test func failureTextsEqualTheGoldenFiles() {
    withKnownIssue {
      let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits), name: "numbers")
      scheduler.run()
      _ = try? recorder.next().get()
    } matching: { issue in
      issue.comments.contains { $0.rawValue == golden("recorder-unconsumed.txt") }
    }
    withKnownIssue {
      let scheduler = VirtualTimeScheduler()
      scheduler.expect(scheduler.cold("-a 10s |"), toEqual: "-a-")
    } matching: { issue in
      issue.comments.contains { $0.rawValue == golden("marble-rest.txt") }
    }
  }

  /// Thrown by the test too, it is no second issue.
  @Test func anErrorThatIsReportedAndThrownIsOneIssue() async throws {
    let found = Mutex<[Issue]>([])
    let take: @Sendable (Issue) -> Bool = { issue in
      found.withLock { $0.append(issue) }
      return true
    }
    try withKnownIssue {
      try scheduler.record(Empty<Int, Never>()).next().get()
    } matching: {
      take($0)
    }
    try await withKnownIssue {
      _ = try await Empty<Int, Never>().waitForFirstOutput()
    } matching: {
      take($0)
    }
    try await withKnownIssue {
      _ = try await [1, 2].publisher.record().single.wait()
    } matching: {
      take($0)
    }
    try await withKnownIssue {
      let unreadable = scheduler.record(scheduler.cold("-(a"))
      _ = try? unreadable.next().get()
      _ = try await unreadable.next().wait()
    } matching: {
      take($0)
    }
    let issues = found.withLock { $0 }
    expectEqual(issues.count, 4, "\(issues)")
    #expect(issues.allSatisfy { $0.comments.count == 1 && $0.error == nil }, "\(issues)")
    expectEqual(Set(issues.compactMap { $0.sourceLocation?.fileName }), ["FailuresInSwiftTesting.swift"])
  }

  /// The stream's own failure is thrown, and no issue unless the test throws it.
  @Test func aFailureOfTheStreamIsNoIssueByItself() {
    let recorder = scheduler.record(Fail<Int, LawError>(error: LawError()))
    #expect(throws: RecordingError<Int>.self) { try recorder.next().get() }
  }

  @Test func recordersFailTheTest() {
    withKnownIssue {
      _ = scheduler.record(Just(1), name: "just")
    } matching: {
      $0.description.contains("just: has events that were not consumed")
    }
  }
}

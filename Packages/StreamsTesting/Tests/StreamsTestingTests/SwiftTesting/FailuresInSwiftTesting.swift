import StreamsTestingTraits
import Testing

/// Failures arrive in Swift Testing.
@Suite(.leakCheck()) struct FailuresInSwiftTesting {
  let scheduler = VirtualTimeScheduler()

  @Test func marblesThatDifferFailTheTest() {
    withKnownIssue {
      scheduler.expect(scheduler.cold("-a-b|"), toEqual: "-a--b|")
    } matching: {
      $0.description.contains("actual:   -a-b|") && $0.sourceLocation?.fileName == "FailuresInSwiftTesting.swift"
    }
  }

  @Test func stepsFailTheTest() {
    withKnownIssue {
      scheduler.steps(of: Just(1), name: "just").expectNext(2).verify()
    } matching: {
      $0.description.contains("just, step 1, expectNext: expected value 2, got value 1 at 0 ms")
    }
  }

  @Test func waitsFailTheTest() async {
    await withKnownIssue {
      _ = try? await CurrentValueSubject<Int, Never>(4).waitForCompletion(timeout: .seconds(0.01))
    } matching: {
      $0.description.contains("expected the end within 10 ms")
    }
  }

  @Test func theTextsAreTheGoldenOnes() {
    withKnownIssue {
      let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits), name: "numbers")
      scheduler.run()
      _ = try? recorder.next().get()
    } matching: { issue in
      issue.comments.contains { $0.rawValue == golden("recorder-unconsumed.txt") }
    }
    withKnownIssue {
      scheduler.expect(scheduler.cold("-a 10s |"), toEqual: "-a-")
    } matching: { issue in
      issue.comments.contains { $0.rawValue == golden("marble-rest.txt") }
    }
  }

  @Test func recordersFailTheTest() {
    withKnownIssue {
      _ = scheduler.record(Just(1), name: "just")
    } matching: {
      $0.description.contains("just: has events that were not consumed")
    }
  }
}

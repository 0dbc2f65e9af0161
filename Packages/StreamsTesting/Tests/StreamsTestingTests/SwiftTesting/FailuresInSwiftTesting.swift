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

  @Test func recordersFailTheTest() {
    withKnownIssue {
      _ = scheduler.record(Just(1), name: "just")
    } matching: {
      $0.description.contains("just: has events that were not consumed")
    }
  }
}

import StreamsTesting
import Testing

private struct Broken: Error, Equatable {}

@Suite(.withoutPages, .leakCheck()) struct ExhaustiveTests {
  let scheduler = VirtualTimeScheduler()
  let issues = Issues()
  private let failing = [1].publisher.setFailureType(to: Broken.self).append(Fail(error: Broken()))

  @Test func unconsumedEventsAreReportedAtTheLineOfTheRecorder() {
    var line: UInt = 0
    issues.collect {
      line = #line + 1
      let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits), name: "numbers")
      scheduler.run()
      _ = try? recorder.next().get()
    }
    expectEqual(issues.all.map(\.line), [line])
    expectGolden(issues.all.map(\.text).joined(), "recorder-unconsumed.txt")
  }

  @Test func anUnconsumedCompletionIsAnIssue() {
    issues.collect {
      _ = scheduler.record(Empty<Int, Never>(), name: "empty")
    }
    expectEqual(issues.all.map(\.text), ["empty: has events that were not consumed:\n  0 ms: finished"])
  }

  @Test func ignoredEventsAreNotReported() {
    issues.collect {
      let ignoring = scheduler.record([1, 2].publisher)
      ignoring.cancelAndIgnoreRemainingEvents()
      ignoring.expectNoEvents()
      _ = scheduler.record([1, 2].publisher, exhaustive: false)
    }
    #expect(issues.all.isEmpty)
  }

  @Test func aFailedExpectationIsNotFollowedByAnIssueAboutUnconsumedEvents() {
    issues.collect {
      let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits), name: "numbers")
      scheduler.timeline.advance(by: .milliseconds(1))
      _ = try? recorder.next(2).get()
    }
    expectGolden(issues.all.map(\.text).joined(separator: "\n\n"), "recorder-too-few.txt")
    expectEqual(issues.all.count, 1)
  }

  @Test func expectNoEventsAndInvertedExpectationsNameTheEvents() throws {
    let recorder = scheduler.record(scheduler.cold("-1--", values: .digits), name: "numbers")
    issues.collect { recorder.expectNoEvents(for: .milliseconds(2)) }
    expectEqual(issues.all.map(\.text), ["numbers: expected no events, got:\n  1 ms: value 1"])
    let more = Issues()
    more.collect { #expect(throws: RecordingError<Int>.self) { try recorder.prefix(1).inverted.get() } }
    #expect(more.all[0].text.hasPrefix("numbers: did not expect 1 value or the end, but got it: [1]"))
  }

  @Test func theFirstValueBeyondTheDemandIsReported() {
    issues.collect {
      let greedy = scheduler.cold("-(12)3|", values: .digits, whenNoDemand: .sendAnyway)
      let recorder = scheduler.record(greedy, name: "greedy", demand: .max(1))
      scheduler.run()
      expectEqual(greedy.subscriptions[0].overDelivered, 2)
      recorder.cancelAndIgnoreRemainingEvents()
    }
    expectGolden(issues.all.map(\.text).joined(), "recorder-over-delivery.txt")
  }

  @Test func cancellingWithTheRecorderFreesTheStream() {
    weak var object: AnyObject?
    let subject = PassthroughSubject<Int, Never>()
    do {
      final class Held {}
      let held = Held()
      object = held
      _ = scheduler.record(subject.handleEvents(receiveOutput: { _ in _ = held }), exhaustive: false)
    }
    #expect(object == nil)
  }

  @Test func negativeCountsFail() {
    issues.collect {
      let recorder = [1].publisher.record()
      _ = try? recorder.next(-2).get()
      _ = try? recorder.prefix(-3).get()
      recorder.cancelAndIgnoreRemainingEvents()
    }
    expectEqual(issues.all.count, 2)
    for (count, issue) in zip(-3 ... -2, issues.all.reversed()) {
      #expect(issue.text.contains("expected a count that is not negative, not \(count)"))
    }
  }

  @Test func aThrownStreamFailureLeavesValuesUnconsumed() {
    issues.collect {
      let recorder = failing.record()
      #expect(throws: RecordingError<Int>.self) { try recorder.finished.get() }
    }
    expectEqual(issues.all.count, 1)
    expectEqual(issues.all.first?.text.hasSuffix("value 1"), true)
  }

  @Test func invertedExpectationsConsumeNothing() throws {
    try issues.collect {
      let recorder = failing.record()
      try recorder.next(2).inverted.get()
      try recorder.finished.inverted.get()
      try recorder.elements.inverted.get()
      try recorder.next { $0 > 5 }.inverted.get()
      let subject = PassthroughSubject<Int, Never>()
      let open = subject.record()
      subject.send(1)
      try open.prefix(3).inverted.get()
    }
    expectEqual(issues.all.count, 2)
    #expect(issues.all.allSatisfy { $0.text.contains("value 1") })
    expectEqual(issues.all.filter { $0.text.contains("failed with Broken()") }.count, 1)
  }

  @Test func aRecorderThatOtherCodeHoldsReportsOnRequest() {
    let recorder = scheduler.record(CurrentValueSubject<Int, Never>(1), name: "held")
    issues.collect {
      recorder.ensureAllEventsConsumed()
      recorder.ensureAllEventsConsumed()
    }
    expectEqual(issues.all.map(\.text), ["held: has events that were not consumed:\n  0 ms: value 1"])
    recorder.cancel()
  }
}

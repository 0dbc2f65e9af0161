import Dispatch
import Foundation
import IssueReporting
import StreamsTesting
import Testing

private struct Broken: Error, Equatable {}

/// A recorder neither hides what came nor invents what did not.
@Suite(.withoutPages, .leakCheck()) struct VerdictTests {
  private let failing = [1].publisher.setFailureType(to: Broken.self).append(Fail(error: Broken()))

  @Test func countsBelowZeroFail() {
    let issues = Issues()
    issues.collect {
      let recorder = [1].publisher.record()
      recorder.skip(-1)
      _ = try? recorder.next(-2).get()
      _ = try? recorder.prefix(-3).get()
      recorder.cancelAndIgnoreRemainingEvents()
      VirtualTimeScheduler().steps(of: Just(1)).expectNext(count: -4).verify()
    }
    #expect(issues.all.count == 4)
    for (count, issue) in zip(-3 ... -1, issues.all.prefix(3).reversed()) {
      #expect(issue.text.contains("expected a count that is not negative, not \(count)"))
    }
    #expect(issues.all.last?.text.contains("the count must not be negative") == true)
  }

  @Test func differentEventsAreNamed() {
    let issues = Issues()
    issues.collect {
      let scheduler = VirtualTimeScheduler()
      let recorder = scheduler.record(scheduler.cold("-1-2-3|", values: .digits))
      scheduler.run()
      let wanted = try? Recording<Int, Never>(marbles: "-1--2-4|", values: .digits)
      recorder.expect(events: wanted?.events ?? [], tolerance: .milliseconds(1))
    }
    #expect(issues.all.count == 1)
    let text = issues.all.first?.text ?? ""
    #expect(text.contains("The differences:\n    at 5 ms: expected value 4, got value 3\n"), "\(text)")
  }

  @Test func lineBreaksInValuesAreEscapedInLegends() {
    let scheduler = VirtualTimeScheduler()
    let lines = scheduler.cold("-a|", values: ["a": "one\ntwo"], name: "lines")
    #expect("\(MarbleDiagram("map", lines, output: lines.map(\.count)))".contains(#"a = one\ntwo"#))
    let recording = Recording<String, Never>([Recorded(time: .beginning, event: .value("one\ntwo"))])
    #expect(recording.marbles().description.split(separator: "\n").last == #"a = "one\ntwo""#)
  }

  @Test func skippingTooMuchDoesNotHideAFailure() {
    let issues = Issues()
    issues.collect {
      let recorder = failing.record()
      recorder.skip(2)
    }
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.text.contains("failed with Broken()") == true)
  }

  @Test func aThrownStreamFailureLeavesValuesUnconsumed() {
    let issues = Issues()
    issues.collect {
      let recorder = failing.record()
      #expect(throws: RecordingError<Int>.self) { try recorder.finished.get() }
    }
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.text.hasSuffix("value 1") == true)
  }

  @Test func invertedExpectationsConsumeNothing() throws {
    let issues = Issues()
    try issues.collect {
      let recorder = failing.record()
      try recorder.next(2).inverted.get()
      try recorder.finished.inverted.get()
      try recorder.elements.inverted.get()
      try recorder.next { $0 > 5 }.inverted.get()
    }
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.text.contains("value 1") == true)
    #expect(issues.all.first?.text.contains("failed with Broken()") == true)
  }

  @Test func valuesInAnyOrderAreComparedWithoutOrder() {
    let issues = Issues()
    issues.collect {
      let recorder = [1, 2, 3].publisher.record(exhaustive: false)
      recorder.expect(values: [3, 1, 4], inAnyOrder: true)
    }
    #expect(issues.all.first?.text.contains("\n  missing: [4]\n  not expected: [2]\n") == true)
  }

  @Test func requestsBeforeTheSubscriptionAreForwarded() {
    let scheduler = VirtualTimeScheduler()
    let recorder = scheduler.record([1, 2, 3].publisher.subscribe(on: scheduler), demand: .none)
    recorder.request(.max(2))
    scheduler.run()
    #expect(recorder.consumeAll().values == [1, 2])
    recorder.cancel()
    scheduler.steps(of: [1, 2].publisher.subscribe(on: scheduler), demand: .none)
      .thenRequest(.max(1)).expectSubscription().expectNext(1).thenRequest(.max(1)).expectNext(2).expectFinished()
      .verify()
  }

  @Test func theSubscriptionOfASequenceIsItsFirstEvent() async throws {
    for _ in 0..<200 {
      let recorder = AsyncStream<Int> { continuation in
        continuation.yield(1)
        continuation.finish()
      }.record(exhaustive: false)
      try await recorder.finished.wait()
      #expect(recorder.received.events.map(\.event) == [.subscription, .value(1), .finished])
    }
  }

  @Test func anInvertedPrefixConsumesNothing() throws {
    let issues = Issues()
    try issues.collect {
      let subject = PassthroughSubject<Int, Never>()
      let recorder = subject.record()
      subject.send(1)
      try recorder.prefix(3).inverted.get()
    }
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.text.contains("value 1") == true)
  }

  @Test func theLastInstantOfExpectNoEventsBelongsToTheNextStep() throws {
    let scheduler = VirtualTimeScheduler()
    let numbers = scheduler.cold("-1-2|", values: .digits)
    scheduler.steps(of: numbers).expectNoEvents(for: .milliseconds(1)).expectNext(1).thenCancel().verify()
    let recorder = scheduler.record(numbers)
    recorder.expectNoEvents(for: .milliseconds(1))
    #expect(try recorder.next().get() == 1)
    recorder.expectNoEvents(for: .milliseconds(2))
    #expect(try recorder.next().get() == 2)
    try recorder.finished.wait()
  }

  @Test func aCancelledExpectNoEventsIsAnIssue() async {
    let issues = Issues()
    let recorder = PassthroughSubject<Int, Never>().record()
    await withIssueReporters([issues]) {
      let task = Task { await recorder.expectNoEvents(for: .seconds(3600)) }
      task.cancel()
      await task.value
    }
    #expect(issues.all.map(\.text).first?.contains("cancelled first") == true)
    recorder.cancel()
  }

  @Test func aRecorderBodyThatThrowsIsOneIssue() {
    let issues = Issues()
    issues.collect {
      #expect(throws: Broken.self) { try withRecorder(Just(1).record()) { _ in throw Broken() } }
    }
    #expect(issues.all.isEmpty)
  }

  @Test func manyValuesAreRecordedInLinearTime() async throws {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record(exhaustive: false)
    let count = 20_000
    DispatchQueue(label: "elsewhere").async {
      for number in 0..<count { subject.send(number) }
      subject.send(completion: .finished)
    }
    #expect(try await recorder.elements.wait(timeout: .seconds(60)).count == count)
  }

  @Test func aDiagramKeepsQuotationMarksInsideAValue() {
    let scheduler = VirtualTimeScheduler()
    let quotes = scheduler.record(Just("say \"hi\""), name: "output")
    #expect("\(MarbleDiagram().row(quotes.received))".contains("say \"hi\""))
    #expect(MarbleDiagram.label(["a", "b"]) == "[a, b]")
    #expect(MarbleDiagram.label(Optional("a") as Any) == "a")
    quotes.consumeAll()
  }

  @Test func drawingARecorderConsumesNothing() {
    withKnownIssue {
      let scheduler = VirtualTimeScheduler()
      let values = scheduler.record(Just(1), name: "values")
      #expect("\(MarbleDiagram().row(values.received))".contains("values"))
      values.ensureAllEventsConsumed()
    } matching: {
      "\($0)".contains("values: has events that were not consumed")
    }
  }

  @Test func issuesInTheCheckOfARaceBelongToTheTest() async {
    await withKnownIssue {
      await Races.run(
        times: 1, on: { PassthroughSubject<Int, Never>() }, { $0.send(1) }, { $0.send(2) },
        check: { _ in Issue.record("seen in the test") })
    } matching: {
      "\($0.comments)".contains("seen in the test")
    }
  }

  @Test func theNextValueIsAwaited() async throws {
    let scheduler = VirtualTimeScheduler()
    let recorder = scheduler.record(scheduler.cold("-1-2-3-4|", values: .digits))
    #expect(try await recorder.next() == 1)
    #expect(try await recorder.next { $0 > 2 } == 3)
    #expect(try await recorder.next().wait(timeout: .milliseconds(2)) == 4)
    try await recorder.finished.wait()
    let elsewhere = [1, 2, 3].publisher.receive(on: DispatchQueue(label: "elsewhere")).record()
    #expect(try await elsewhere.next { $0 == 2 } == 2)
    #expect(try await elsewhere.next() == 3)
    try await elsewhere.finished.wait()
  }

  @Test func valuesAreComparedInOrderOrInAny() {
    let issues = Issues()
    issues.collect {
      let recorder = [1, 2, 2].publisher.record()
      #expect(recorder.expect(values: [2, 1, 2], inAnyOrder: true))
      let other = [1, 2].publisher.record()
      #expect(!other.expect(values: [2, 1]))
      for recorder in [recorder, other] { try? recorder.finished.get() }
    }
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.text.contains("expected the values [2, 1], got [1, 2]") == true)
    #expect(issues.all.first?.text.contains("stream so far") == true)
  }

  @Test func timesMayDifferByATolerance() {
    let scheduler = VirtualTimeScheduler()
    let recorder = scheduler.record(scheduler.cold("--1|", values: .digits))
    scheduler.run()
    let issues = Issues()
    let wanted: [Recorded<Int, Never>] = [.value(1, at: .milliseconds(1)), .finished(at: .milliseconds(3))]
    issues.collect { #expect(!recorder.expect(events: wanted)) }
    #expect(recorder.expect(events: wanted, tolerance: .milliseconds(1)))
    #expect(issues.all.count == 1)
  }
}

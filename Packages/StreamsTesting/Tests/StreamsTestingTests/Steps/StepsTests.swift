import Foundation
import IssueReporting
import StreamsTesting
import Testing

private struct Offline: Error, Equatable {}

@Suite(.withoutPages, .leakCheck()) struct StepsTests {
  let scheduler = VirtualTimeScheduler()

  @Test func everyKindOfStepPasses() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    let holds = scheduler.steps(of: subject.merge(with: scheduler.cold("5ms 9 5ms |", values: .digits)))
      .expectSubscription()
      .then { subject.send(1) }
      .expectNext(1)
      .expectNoEvents(for: .milliseconds(5))
      .expectNext(9)
      .then {
        subject.send(2)
        subject.send(3)
        subject.send(4)
      }
      .expectNext(2, 3)
      .expectNext { $0 > 3 }
      .then { log.append("sent") }
      .then { subject.send(completion: .finished) }
      .thenAdvance(by: .milliseconds(6))
      .expectFinished()
      .verify()
    #expect(holds)
    #expect(log == ["sent"])
  }

  @Test func stepsRequestDemand() {
    let source = scheduler.cold("(1234)|", values: .digits)
    let holds = scheduler.steps(of: source, demand: .none)
      .thenAdvance(by: .milliseconds(1))
      .expectNoEvents(for: .milliseconds(5))
      .thenRequest(.max(1))
      .expectNext(1)
      .thenRequest(.max(2))
      .expectNext(count: 2)
      .thenCancel()
      .verify()
    #expect(holds)
    #expect(source.subscriptions[0].cancellationTime != nil)
  }

  @Test func expectFailureMatchesAnyFailureOrTheGivenOne() {
    let source = scheduler.cold("-#", values: .digits, error: Offline())
    #expect(scheduler.steps(of: source).thenAdvance(by: .milliseconds(1)).expectFailure().verify())
    #expect(scheduler.steps(of: source).thenAdvance(by: .milliseconds(1)).expectFailure(Offline()).verify())
  }

  @Test func awaitedStepsRunTasksOfTheTimeline() async {
    let timeline = scheduler.timeline
    let subject = PassthroughSubject<Int, Never>()
    let task = timeline.task {
      for number in 1...3 {
        try await timeline.sleep(for: .seconds(1))
        subject.send(number)
      }
    }
    let holds = await timeline.steps(of: subject)
      .expectNoEvents(for: .seconds(1))
      .expectNext(1)
      .thenAdvance(by: .seconds(1))
      .expectNext(2)
      .expectNoEvents(for: .milliseconds(999))
      .expectNoEvents(for: .milliseconds(1))
      .expectNext(3)
      .verify()
    #expect(holds)
    #expect(timeline.now == Timeline.Instant(nanoseconds: 3_000_000_000))
    _ = await task.result
  }

  @Test func anActionThatSleepsAdvancesTheTimeline() async {
    let (scheduler, subject) = (scheduler, PassthroughSubject<Int, Never>())
    let holds = await scheduler.steps(of: subject.delay(for: .seconds(3), scheduler: scheduler))
      .then {
        try await scheduler.timeline.sleep(for: .seconds(1))
        subject.send(1)
        try await scheduler.sleep(for: .seconds(2))
        #expect(scheduler.timeline.now.offset == .seconds(3))
      }
      .expectNoEvents(for: .seconds(1))
      .expectNext(1)
      .then {
        async let long: Void = scheduler.timeline.sleep(for: .seconds(2))
        async let short: Void = scheduler.timeline.sleep(for: .seconds(1))
        _ = try await (short, long)
      }
      .verify()
    #expect(holds)
    #expect(scheduler.timeline.now.offset == .seconds(6))
  }

  /// A model that polls, for example. Its sleeps do not advance time once the action has returned.
  @Test func aTaskThatOutlivesItsStepDoesNotAdvanceTime() async {
    let (scheduler, subject) = (scheduler, PassthroughSubject<Int, Never>())
    var polling: Task<Void, any Error>?
    let holds = await scheduler.steps(of: subject)
      .then {
        polling = Task { while true { try await scheduler.timeline.sleep(for: .seconds(1)) } }
        subject.send(1)
        try await scheduler.timeline.sleep(for: .seconds(1))
      }
      .expectNext(1)
      .verify()
    #expect(holds)
    polling?.cancel()
    _ = await polling?.result
  }

  @MainActor @Test func anActionOnTheMainActorThatSleepsAdvancesTheTimeline() async {
    let (scheduler, subject) = (scheduler, PassthroughSubject<Int, Never>())
    var sent = 0
    let holds = await scheduler.steps(of: subject)
      .then {
        for number in 1...3 {
          try await scheduler.timeline.sleep(for: .seconds(1))
          sent = number
          subject.send(number)
        }
      }
      .expectNext(1, 2, 3)
      .verify()
    #expect(holds && sent == 3)
    #expect(scheduler.timeline.now.offset == .seconds(3))
  }

  @Test func anActionInATaskOfTheTimelineSleeps() async {
    let time = await withVirtualTime { timeline in
      let subject = PassthroughSubject<Int, Never>()
      await timeline.steps(of: subject)
        .then {
          try await timeline.sleep(for: .seconds(1))
          subject.send(1)
        }
        .expectNext(1)
        .verify()
      return timeline.now.offset
    }
    #expect(time == .seconds(1))
  }

  /// Another timeline's sleep is not the steps' affair, and a sleep that throws fails the step.
  @Test func anActionThatIsCancelledWhileItSleepsFails() async {
    let scheduler = scheduler
    let issues = Issues()
    await withIssueReporters([issues]) {
      let holds = await scheduler.steps(of: Empty<Int, Never>(completeImmediately: false))
        .then {
          withUnsafeCurrentTask { $0?.cancel() }
          try await scheduler.timeline.sleep(for: .seconds(1))
        }
        .verify()
      #expect(!holds)
    }
    #expect(issues.all.map(\.text).first?.contains("it threw CancellationError") == true)
  }

  /// In a process of its own, which ends at the warning.
  @Test func anActionThatNeverReturnsPrintsAWarning() async {
    await #expect(processExitsWith: .success) {
      let output = Pipe()
      dup2(output.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
      Thread.detachNewThread {
        var text = ""
        while !text.contains("warning: silent, the action of 'then' at StreamsTestingTests/StepsTests.swift:") {
          text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        exit(EXIT_SUCCESS)
      }
      await WaitTimeout.$duration.withValue(.milliseconds(1)) {
        _ = await VirtualTimeScheduler().steps(of: PassthroughSubject<Int, Never>(), name: "silent")
          .then { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
          .verify()
      }
    }
  }

  @Test func nothingHappensBeforeVerify() {
    let source = scheduler.cold("-1", values: .digits)
    _ = scheduler.steps(of: source).expectNext(1)
    #expect(source.subscriptions.isEmpty)
  }

  @Test func theFirstFailingStepIsReportedAtItsLine() {
    struct Problem: Error {}
    let numbers = scheduler.cold("-1-2|", values: .digits)
    let issues = Issues()
    let line: UInt = #line + 5
    issues.collect {
      let wrong = scheduler.steps(of: numbers, name: "numbers")
        .expectSubscription()
        .thenAdvance(by: .milliseconds(1))
        .expectNext(2)
        .expectFinished()
        .verify()
      #expect(!wrong)
    }
    #expect(issues.all.map(\.line) == [line])
    let more = [
      scheduler.steps(of: numbers, name: "early").expectNext(1),
      scheduler.steps(of: numbers, name: "noisy").expectNoEvents(for: .milliseconds(3)),
      scheduler.steps(of: numbers, name: "half").thenAdvance(by: .milliseconds(5)).expectNext(1),
      scheduler.steps(of: numbers, name: "unfit").thenAdvance(by: .milliseconds(5)).expectNext { $0 > 1 },
      scheduler.steps(of: numbers, name: "whole").thenAdvance(by: .milliseconds(5)).expectNext(1, 2).expectFailure(),
      scheduler.steps(of: numbers, name: "throwing").then { throw Problem() },
    ]
    for steps in more {
      issues.collect {
        let wrong = steps.verify()
        #expect(!wrong)
      }
    }
    expectGolden(issues.all.map(\.text).joined(separator: "\n\n"), "steps.txt")
  }

  @Test func stepsCheckSequencesAndFailuresWithPredicates() {
    struct Broken: Error { let code: Int }
    let source = scheduler.cold("-1-2-3#", values: .digits, error: Broken(code: 7))
    let steps = scheduler.steps(of: source).thenAdvance(by: .milliseconds(6)).expectNext(contentsOf: 1...3)
    #expect(steps.expectFailure { $0.code == 7 }.verify())
    let issues = Issues()
    issues.collect {
      let again = scheduler.cold("-1-2-3#", values: .digits, error: Broken(code: 7))
      let wanted = scheduler.steps(of: again).thenAdvance(by: .milliseconds(6)).expectNext(contentsOf: [1, 2, 4])
      #expect(!wanted.verify())
    }
    issues.collect {
      let again = scheduler.cold("-#", values: .digits, error: Broken(code: 7))
      #expect(!scheduler.steps(of: again).thenAdvance(by: .milliseconds(2)).expectFailure { $0.code == 8 }.verify())
    }
    #expect(issues.all[0].text.contains("expected value 4, got value 3"))
    #expect(issues.all[1].text.contains("expected a matching failure"))
  }
}

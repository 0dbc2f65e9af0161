import Foundation
import IssueReporting
import Schedulers
import Streams
import Testing

@Suite struct TwoTimelinesTests {
  @Test func aTaskThatIsLeftSleepingOnAnotherTimelineIsReported() async {
    let other = Timeline("the other one")
    let task = Log<Task<Void, any Error>>()
    await withKnownIssue {
      await withVirtualTime("this one") { timeline in
        task.add(timeline.task { try await other.sleep(for: .seconds(1)) })
        await timeline.advance(by: .seconds(1))
      }
    } matching: {
      $0.says("The body of this one scheduled work on the other one, another timeline that was never advanced")
    }
    task.all.first?.cancel()
  }

  @Test func sleepingOnAClockThatIsAdvancedIsNoMistake() async throws {
    try await withVirtualTime { _ in
      let clock = TestClock()
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      await clock.advance(by: .seconds(1))
      try await task.value
    }
  }

  @Test func workThatIsLeftOnAnotherTimelineIsReported() async {
    let other = Timeline("the other one")
    let scheduler = DispatchQueue.test(on: other)
    let subject = PassthroughSubject<Int, Never>()
    let line = #line + 2
    await withKnownIssue {
      await withVirtualTime("this one") { timeline in
        let cancellable = subject.debounce(for: .seconds(1), scheduler: scheduler).sink { _ in }
        subject.send(1)
        await timeline.advance(by: .seconds(2))
        cancellable.cancel()
        other.schedule(in: .seconds(3)) {}
      }
    } matching: {
      $0.sourceLocation?.line == line
        && $0.says("The body of this one scheduled work on the other one, another timeline that was never advanced")
        && $0.says("TwoTimelinesTests.swift:\(line + 5), due at 3.0 seconds")
    }
  }

  @Test func anotherTimelineThatIsAdvancedIsNoMistake() async {
    await withVirtualTime("this one") { timeline in
      let other = Timeline("the other one")
      other.schedule(in: .seconds(1)) {}
      await other.advance(by: .milliseconds(1))
      await timeline.advance(by: .seconds(2))
    }
  }

  @Test func anotherTimelineOnWhichNothingIsLeftIsNoMistake() async {
    await withVirtualTime("this one") { timeline in
      let other = Timeline("the other one")
      other.schedule(in: .seconds(1)) {}.cancel()
      Timeline("one that is gone").schedule(in: .seconds(1)) {}
      await timeline.advance(by: .seconds(2))
    }
  }

  /// `delay` cannot take back what it has scheduled.
  @Test func aDelayThatWasCancelledIsNoMistake() async {
    let scheduler = DispatchQueue.test(on: Timeline("the other one"))
    await withVirtualTime("this one") { timeline in
      let cancellable = Just(1).delay(for: .seconds(1), scheduler: scheduler).sink { _ in }
      cancellable.cancel()
      await timeline.advance(by: .seconds(2))
    }
  }

  @Test func aTaskOfAnotherTimelineThatIsLeftIsReported() async {
    let other = Timeline("the other one")
    await withKnownIssue {
      await withVirtualTime("this one") { timeline in
        other.task {}
        await timeline.advance()
      }
    } matching: {
      $0.says("scheduled work on the other one")
    }
    await other.advance()
  }

  @Test func aSleepSaysWhereItWasCalled() async throws {
    let timeline = Timeline()
    let scheduler = DispatchQueue.test(on: timeline)
    let line: UInt = #line
    let tasks = [
      timeline.task { try await timeline.sleep(for: .seconds(1)) },
      timeline.task { try await timeline.sleep(until: timeline.now.advanced(by: .seconds(2))) },
      timeline.task { try await scheduler.sleep(for: .seconds(3)) },
      timeline.task { try await Task.sleep(for: .seconds(4), clock: timeline) },
    ]
    await timeline.advance()
    #expect(timeline.pending.map(\.place?.line) == [line + 2, line + 3, line + 4, nil])
    for task in tasks { task.cancel() }
  }
}

/// Outside of `run { }`, two timelines belong together if one task or thread makes the one and advances the other.
@Suite struct ForgottenWorkTests {
  @Test func workThatWaitsWhileAnotherIsAdvancedIsReportedAtDeinit() {
    let line = #line + 3
    withKnownIssue {
      let (forgotten, advanced) = (Timeline("the model's"), Timeline("the test's"))
      forgotten.schedule(in: .seconds(1)) {}
      advanced.advance(by: .seconds(1))
    } matching: {
      $0.sourceLocation?.line == line
        && $0.says(
          "Work is pending on the model's, which was never advanced. The same task or thread advanced the test's")
        && $0.says("TwoTimelinesTests.swift:\(line), due at 1.0 seconds")
    }
  }

  /// Each `DispatchQueue.test` is a new timeline.
  @Test func aSecondTestSchedulerIsAnotherTimeline() {
    withKnownIssue {
      let scheduler = DispatchQueue.test
      scheduler.schedule(after: scheduler.now.advanced(by: 1)) {}
      DispatchQueue.test.advance(by: .seconds(1))
    } matching: {
      $0.says(
        "Work is pending on DispatchQueue.test, which was never advanced. The same task or thread advanced another timeline of that name"
      )
    }
  }

  @Test func theOrderOfDeinitialisationDoesNotMatter() {
    for advancedFirst in [true, false] {
      let said = Log<String>()
      withIssueReporters([IssueRecorder(seen: said)]) {
        var forgotten: Timeline? = Timeline("one name")
        var advanced: Timeline? = Timeline("one name")
        forgotten?.schedule(in: .seconds(1)) {}
        advanced?.advance(by: .seconds(1))
        if advancedFirst { advanced = nil }
        forgotten = nil
        advanced = nil
      }
      #expect(said.all.count == 1)
      #expect(said.all.first?.contains("advanced another timeline of that name") == true)
    }
  }

  @Test func aTimelineThatTheBodyMakesIsFoundToo() async {
    await withKnownIssue {
      await withVirtualTime("the test's") { timeline in
        let forgotten = Timeline("the model's")
        forgotten.schedule(in: .seconds(1)) {}
        await timeline.advance(by: .seconds(1))
      }
    } matching: {
      $0.says("Work is pending on the model's, which was never advanced. The same task or thread advanced the test's")
    }
  }

  @Test func aThreadWithoutTasksCountsToo() async {
    let said = await issuesOfAThread {
      let (forgotten, advanced) = (Timeline("one"), Timeline("two"))
      forgotten.schedule(in: .seconds(1)) {}
      advanced.advance(by: .seconds(1))
    }
    #expect(said.count == 1)
    #expect(
      said.first?.contains("Work is pending on one, which was never advanced. The same task or thread advanced two")
        == true)
  }

  /// A thread runs one test after another.
  @Test func whatIsAdvancedBeforeOrAfterIsNoMistake() async {
    let said = await issuesOfAThread {
      Timeline("of the test before").advance(by: .seconds(1))
      Timeline("of a test that advances nothing").schedule(in: .seconds(1)) {}
      Timeline("of the test after").advance(by: .seconds(1))
    }
    #expect(said == [])
  }

  private func issuesOfAThread(_ body: @escaping @Sendable () -> Void) async -> [String] {
    let said = Log<String>()
    await withUnsafeContinuation { continuation in
      Thread.detachNewThread {
        withIssueReporters([IssueRecorder(seen: said)], operation: body)
        continuation.resume()
      }
    }
    return said.all
  }

  @Test func movingItByHandSaysThatWorkShallStayUndone() {
    let (stays, advanced) = (Timeline(), Timeline())
    stays.schedule {}
    stays.skip(by: .zero)
    advanced.advance(by: .seconds(1))
    #expect(stays.pendingCount == 1)
  }

  @Test func itIsSaidOnceForEach() {
    let said = Log<String>()
    withIssueReporters([IssueRecorder(seen: said)]) {
      let advanced = Timeline()
      let forgotten = (0..<3).map { Timeline("\($0)") }
      for timeline in forgotten { timeline.schedule(in: .seconds(1)) {} }
      for _ in 0..<10 { advanced.advance(by: .seconds(1)) }
    }
    #expect(said.all.count == 3)
    for number in 0..<3 { #expect(said.all.filter { $0.contains("Work is pending on \(number)") }.count == 1) }
  }

  @Test func bothMayBeAdvancedOneAfterTheOther() {
    let (main, background) = (DispatchQueue.test, DispatchQueue.test)
    var received: [Int] = []
    let cancellable = Just(1).delay(for: .seconds(1), scheduler: background).receive(on: main).sink {
      received.append($0)
    }
    main.advance(by: .seconds(1))
    main.advance(by: .seconds(1))
    background.advance(by: .seconds(1))
    #expect(received.isEmpty)
    main.advance()
    #expect(received == [1])
    cancellable.cancel()
  }

  @Test func workThatIsNoLongerWantedIsNoMistake() {
    let (timeouts, time) = (Timeline(), Timeline())
    let timeout = timeouts.schedule(in: .seconds(10)) {}
    time.schedule(in: .seconds(2)) { timeout.cancel() }
    time.advance(by: .seconds(1))
    time.advance(by: .seconds(1))
  }

  /// `delay` cannot take back what it has scheduled.
  @Test func aDelayThatWasCancelledIsNoMistake() {
    let (queue, time) = (DispatchQueue.test, Timeline())
    let cancellable = Just(1).delay(for: .seconds(1), scheduler: queue).sink { _ in }
    time.advance(by: .seconds(1))
    cancellable.cancel()
  }

  @Test func backgroundWorkIsNoMistake() {
    let (idle, time) = (Timeline(), Timeline())
    let housekeeping = idle.schedule(at: idle.now, every: .seconds(1), background: true) {}
    time.advance(by: .seconds(1))
    withExtendedLifetime(housekeeping) {}
  }

  @Test func timelinesOfDifferentTasksAreNotTakenTogether() async {
    let waiting = Timeline()
    waiting.schedule(in: .seconds(1)) {}
    await Task { Timeline("of another test").advance(by: .seconds(1)) }.value
  }

  @Test func aClockMayWaitInRealTime() {
    let scheduler = ContinuousClock().scheduler()
    let later = scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1000)), interval: .seconds(1)) {}
    Timeline().advance(by: .seconds(1))
    later.cancel()
  }
}

extension Issue {
  fileprivate func says(_ text: String) -> Bool { comments.contains { "\($0)".contains(text) } }
}

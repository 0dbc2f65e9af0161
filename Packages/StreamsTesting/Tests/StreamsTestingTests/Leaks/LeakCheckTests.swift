import Dispatch
import Foundation
import IssueReporting
import StreamsTesting
import Testing

@Suite(.withoutPages, .leakCheck()) struct LeakCheckTests {
  let issues = Issues()

  @Test func endedAndCancelledStreamsAreNoLeaks() {
    issues.collect {
      withLeakCheck {
        let scheduler = VirtualTimeScheduler()
        let ended = scheduler.record(scheduler.cold("-a|"))
        let cancelled = scheduler.record(scheduler.cold("-a-"))
        let timer = scheduler.schedule(after: scheduler.now, interval: 1) {}
        scheduler.timeline.advance(by: .milliseconds(5))
        ended.expect(toEqual: "-a|")
        cancelled.cancelAndIgnoreRemainingEvents()
        timer.cancel()
        let hot = scheduler.hot("-a-b|")
        let sink = hot.sink { _ in }
        sink.cancel()
      }
    }
    #expect(issues.all.isEmpty)
  }

  @Test func leaksAreReportedWithTheirPlaces() throws {
    var kept: [AnyObject] = []
    var cancellables: [any Cancellable] = []
    var line: UInt = 0
    issues.collect {
      line = #line + 1
      withLeakCheck {
        let scheduler = VirtualTimeScheduler()
        kept.append(scheduler.record(scheduler.cold("-a-", name: "letters"), name: "forgotten", exhaustive: false))
        cancellables.append(scheduler.hot("-b-", name: "ticks").sink { _ in })
        cancellables.append(scheduler.timeline.schedule(at: .beginning, every: .seconds(1), name: "poll") {})
      }
    }
    expectEqual(issues.all.map(\.line), [line])
    expectGolden(issues.all.map(\.text).joined(), "leaks.txt")
    for cancellable in cancellables { cancellable.cancel() }
    for case let recorder as Recorder<String, Never> in kept { recorder.cancel() }
  }

  @Test func pendingWorkIsReadOnceForManyRecorders() {
    let timeline = Timeline()
    for _ in 0..<20_000 { timeline.schedule(in: .seconds(1)) {} }
    let published = Empty<Int, Never>()
    let clock = ContinuousClock()
    let read = clock.measure { expectEqual(timeline.pending.count, 20_000) }
    let check = clock.measure {
      withLeakCheck {
        for _ in 0..<1_000 { timeline.record(published, exhaustive: false).cancel() }
      }
    }
    #expect(check < read * 250, "one read takes \(read), the check \(check)")
  }

  @Test func sleepsAreLeaks() async throws {
    let timeline = Timeline("naps")
    let leaks = Issues()
    var task: Task<Void, any Error>?
    let line = #line + 3
    await withIssueReporters([leaks]) {
      await withLeakCheck(timeline) {
        task = Task { try await timeline.sleep(for: .seconds(1)) }
        await timeline.waitForSleepers(1)
      }
    }
    let sleep = "a sleep begun at \(#filePath):\(line), due at 1.0 seconds, on naps"
    expectEqual(leaks.all.map(\.text), ["Still alive at the end of the scope:\n  \(sleep)"])
    task?.cancel()
  }

  @Test func timersOnTimelinesCreatedInTheScopeAreLeaks() async throws {
    var timers: [any Cancellable] = []
    var line: UInt = 0
    issues.collect {
      withLeakCheck {
        let timeline = Timeline("mine")
        let scheduler = DispatchQueue.test
        line = #line + 1
        timers.append(timeline.schedule(at: .beginning.advanced(by: .seconds(1)), every: .seconds(1)) {})
        timers.append(scheduler.schedule(after: scheduler.now, interval: 1) {})
        timeline.schedule(in: .seconds(1)) {}
        timeline.schedule(at: .beginning.advanced(by: .seconds(1)), every: .seconds(1)) {}.cancel()
      }
    }
    expectEqual(issues.all.count, 1)
    let text = issues.all.map(\.text).joined()
    #expect(text.contains("LeakCheckTests.swift:\(line), due at 1.0 seconds, on mine"), "\(text)")
    #expect(text.contains("LeakCheckTests.swift:\(line + 1)"), "\(text)")
    expectEqual(text.split(separator: "\n").count, 3, "\(text)")
    for timer in timers { timer.cancel() }
  }

  @Test func timersOnTimelinesCreatedInChildTasksAreLeaks() async {
    let found = Issues()
    await withIssueReporters([found]) {
      await withLeakCheck {
        async let nap: Void = {
          let timeline = Timeline("child")
          _ = timeline.schedule(at: .beginning, every: .seconds(1)) {}
        }()
        await nap
      }
    }
    #expect(found.all.map(\.text).joined().contains("on child"))
  }

  @Test func aLeakOfNestedScopesIsReportedOnce() {
    let timeline = Timeline()
    let outer = Issues()
    var timer: Timeline.Token?
    outer.collect {
      withLeakCheck(timeline) {
        issues.collect {
          withLeakCheck(timeline) { timer = timeline.schedule(at: .beginning, every: .seconds(1)) {} }
        }
      }
    }
    #expect(issues.all.count == 1 && outer.all.isEmpty)
    timer?.cancel()
  }

  @Test func workPendingBeforeTheScopeIsNoLeak() {
    let scheduler = VirtualTimeScheduler()
    let timer = scheduler.timeline.schedule(at: .beginning, every: .seconds(1)) {}
    issues.collect {
      withLeakCheck(scheduler.timeline) { scheduler.timeline.advance(by: .seconds(3)) }
    }
    #expect(issues.all.isEmpty)
    timer.cancel()
  }

  @Test func aBodyThatThrowsIsNotChecked() async throws {
    struct Boom: Error {}
    var kept: [Recorder<String, Never>] = []
    func fail() throws {
      let scheduler = VirtualTimeScheduler()
      kept.append(scheduler.record(scheduler.cold("-a"), exhaustive: false))
      throw Boom()
    }
    issues.collect {
      #expect(throws: Boom.self) { try withLeakCheck { try fail() } }
    }
    _ = await withIssueReporters([issues]) {
      await #expect(throws: Boom.self) {
        try await withLeakCheck {
          await Task.yield()
          try fail()
        }
      }
    }
    #expect(issues.all.isEmpty)
    expectEqual(kept.count, 2)
    for recorder in kept { recorder.cancel() }
  }

  /// In a process of its own, because other tests block threads of the pool, for which nothing waits long.
  @Test func aSleepThatATaskIsAboutToBeginIsALeak() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<10 {
        let leaks = Issues()
        let box = Box()
        await withIssueReporters([leaks]) {
          await withVirtualTime { timeline in
            await withLeakCheck { () async in
              box.task = Task { try await timeline.sleep(for: .seconds(1)) }
            }
          }
        }
        box.task?.cancel()
        guard leaks.all.map(\.text).joined().contains("a sleep begun at") else { exit(EXIT_FAILURE) }
      }
    }
  }

  /// It settles with the advance, and does not leave the timeline for the pool, which nothing would drive afterwards.
  @Test func aCheckInATaskOfTheTimelineEndsInASynchronousAdvance() async {
    let timeline = Timeline()
    let ended = DispatchSemaphore(value: 0)
    timeline.task {
      await withLeakCheck(timeline) { () async in }
      ended.signal()
    }
    func isOverAfterAnAdvance() -> Bool {
      timeline.advance()
      return ended.wait(timeout: .now()) == .success
    }
    #expect(isOverAfterAnAdvance())
  }

  @Test func theLeakCheckTraitReportsToTheTest() async throws {
    var kept: AnyObject?
    try await withKnownIssue {
      let trait: ScopeTrait = .leakCheck()
      let test = try #require(Test.current)
      let box = Box()
      try await trait.provideScope(for: test, testCase: nil) {
        let scheduler = VirtualTimeScheduler()
        box.object = scheduler.record(scheduler.cold("-a-"), exhaustive: false)
      }
      kept = box.object
    } matching: {
      $0.description.contains("Still alive at the end of the scope")
    }
    (kept as? Recorder<String, Never>)?.cancel()
  }
}

/// Sendable because the test uses it on one task at a time.
private final class Box: @unchecked Sendable {
  var object: AnyObject?
  var task: Task<Void, any Error>?
}

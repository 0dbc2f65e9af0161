import Foundation
import IssueReporting
import Schedulers
import Streams
import Testing

struct TwoTimelinesTests {
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
        && $0.says("Timeline.current in place of Timeline() or TestClock(), and DispatchQueue.test(on:).")
    }
    task.all.first?.cancel()
  }

  #if os(Linux) || os(macOS)
    /// In a process of its own, because other tests block threads of the pool.
    @Test func aSleepThatATaskIsAboutToBeginOnAnotherTimelineIsReported() async {
      await #expect(processExitsWith: .success) {
        for _ in 0..<20 {
          let (reports, task) = (Log<String>(), Log<Task<Void, any Error>>())
          await withIssueReporters([IssueRecorder(seen: reports)]) {
            await withVirtualTime { _ in
              let clock = TestClock()
              task.add(Task { try await clock.sleep(for: .seconds(1)) })
            }
          }
          expectEqual(reports.all.count, 1)
          expectEqual(reports.all.first?.contains("a sleep begun at \(#filePath):"), true)
          task.all.first?.cancel()
        }
      }
    }
  #endif

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

  /// An action that an advance of the body runs is part of no task.
  @Test func inAnActionTheTimelineOfTheBodyIsCurrent() async {
    for advancesInAPlainTask in [false, true] {
      await withVirtualTime("this one") { timeline in
        let (inAction, inTask, inSink) = (Log<Timeline?>(), Log<Timeline?>(), Log<Timeline?>())
        timeline.schedule(in: .seconds(1)) {
          inAction.add(DispatchQueue.test.timeline)
          Task { inTask.add(Timeline.current) }
        }
        let cancellable = Just(1).delay(for: 1, scheduler: DispatchQueue.test).sink { _ in inSink.add(Timeline.current)
        }
        if advancesInAPlainTask {
          await Task.detached { await timeline.advance(by: .seconds(1)) }.value
        } else {
          await timeline.advance(by: .seconds(1))
        }
        for log in [inAction, inTask, inSink] { expectEqual(log.all.map { $0 === timeline }, [true]) }
        cancellable.cancel()
      }
    }
    #expect(Timeline.current == nil)
  }

  @Test func workThatAnActionLeavesOnAnotherTimelineIsReported() async {
    let task = Log<Task<Void, any Error>>()
    await withKnownIssue {
      await withVirtualTime("this one") { timeline in
        timeline.schedule(in: .seconds(1)) {
          let clock = TestClock("the other one")
          task.add(Task { try await clock.sleep(for: .seconds(1)) })
        }
        await timeline.advance(by: .seconds(1))
      }
    } matching: {
      $0.says("The body of this one scheduled work on the other one, another timeline that was never advanced")
    }
    task.all.first?.cancel()
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
    expectEqual(timeline.pending.map(\.place?.line), [line + 2, line + 3, line + 4, nil])
    for task in tasks { task.cancel() }
  }
}

extension Issue {
  fileprivate func says(_ text: String) -> Bool { comments.contains { "\($0)".contains(text) } }
}

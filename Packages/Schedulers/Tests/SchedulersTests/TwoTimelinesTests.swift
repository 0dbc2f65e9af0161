import Dispatch
import Schedulers
import Streams
import Testing

@Suite struct TwoTimelinesTests {
  @Test func sleepingOnAnotherTimelineIsReportedWhereItSleeps() async {
    let other = Timeline("the other one")
    let line = #line + 3
    await withKnownIssue {
      await withVirtualTime("this one") { timeline in
        let task = timeline.task { try await other.sleep(for: .seconds(1)) }
        await timeline.advance()
        task.cancel()
      }
    } matching: {
      $0.sourceLocation?.line == line && $0.says("runs on this one sleeps on the other one")
    }
  }

  @Test func sleepingOnTheClockIsReportedAtTheTest() async {
    let line = #line - 1
    let other = Timeline("the other one")
    await withKnownIssue {
      await withVirtualTime("this one") { timeline in
        let task = timeline.task { try await Task.sleep(for: .seconds(1), clock: other) }
        await timeline.advance()
        task.cancel()
      }
    } matching: {
      $0.sourceLocation?.line == line && $0.says("runs on this one sleeps on the other one")
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
        other.schedule(after: .seconds(3)) {}
      }
    } matching: {
      $0.sourceLocation?.line == line
        && $0.says("The body of this one scheduled work on the other one, another timeline that nobody has advanced")
        && $0.says("TwoTimelinesTests.swift:\(line + 5), due at 3.0 seconds")
    }
  }

  @Test func anotherTimelineThatIsAdvancedIsNoMistake() async {
    await withVirtualTime("this one") { timeline in
      let other = Timeline("the other one")
      other.schedule(after: .seconds(1)) {}
      await other.advance(by: .milliseconds(1))
      await timeline.advance(by: .seconds(2))
    }
  }

  @Test func anotherTimelineOnWhichNothingIsLeftIsNoMistake() async {
    await withVirtualTime("this one") { timeline in
      let other = Timeline("the other one")
      other.schedule(after: .seconds(1)) {}.cancel()
      await timeline.advance(by: .seconds(2))
      Timeline("one that is gone").schedule(after: .seconds(1)) {}
    }
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

extension Issue {
  fileprivate func says(_ text: String) -> Bool { comments.contains { "\($0)".contains(text) } }
}

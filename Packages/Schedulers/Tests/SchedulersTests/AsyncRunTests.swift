import Dispatch
import Schedulers
import Testing

/// `run` that lets tasks follow: what ends it.
@Suite(.timeLimit(.minutes(10))) struct AsyncRunTests {
  let timeline = Timeline("async")

  /// Schedules itself endlessly, and counts.
  final class Endless: @unchecked Sendable {
    // Only the thread that drives touches it.
    var count = 0
    static let line: UInt = #line + 3
    func again(_ timeline: Timeline) {
      count += 1
      timeline.schedule { self.again(timeline) }
    }
  }

  @Test(arguments: [false, true]) func anAsyncRunStopsAtItsLimitWithinOneInstant(insideTheTimeline: Bool) async {
    let endless = Endless()
    timeline.schedule { [timeline] in endless.again(timeline) }
    await withKnownIssue {
      if insideTheTimeline {
        await withVirtualTime(on: timeline) { await timeline.run(limit: 1000) }
      } else {
        await timeline.run(limit: 1000)
      }
    } matching: { issue in
      issue.sourceLocation?.fileName == "AsyncRunTests.swift"
        && issue.comments.contains {
          "\($0)".contains("run() of async stopped at 0.0 seconds: 1000 actions")
            && "\($0)".contains("AsyncRunTests.swift:\(Endless.line)")
        }
    }
    expectEqual(endless.count, 1001)
    expectEqual(timeline.pendingCount, 1)
  }

  @Test func aSynchronousRunStopsAtTheSameLimit() {
    let endless = Endless()
    timeline.schedule { [timeline] in endless.again(timeline) }
    withKnownIssue { timeline.run(limit: 1000) }
    expectEqual(endless.count, 1001)
  }

  @Test func anAsyncRunStopsAtItsHorizonAndDoesNotCountActionsPendingBefore() async {
    for second in 1...50 {
      for _ in 0..<10 { timeline.schedule(in: .seconds(second)) {} }
    }
    timeline.schedule(in: .seconds(200)) {}
    await withKnownIssue {
      await timeline.run(horizon: .seconds(100), limit: 0)
    } matching: {
      $0.comments.contains { "\($0)".contains("more than 100.0 seconds after the start") }
    }
    expectEqual(timeline.now.offset, .seconds(50))
    expectEqual(timeline.pendingCount, 1)
  }
}

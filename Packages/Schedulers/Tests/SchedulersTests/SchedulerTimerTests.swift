import Dispatch
import Schedulers
import Testing

/// `timer(interval:)` keeps a stated number of ticks that nothing has taken, the newest.
@Suite(.timeLimit(.minutes(10))) struct SchedulerTimerTests {
  let scheduler = VirtualTimeScheduler()

  @Test(arguments: [1, 3]) func ticksThatNothingTookAreKeptUpToTheLimit(limit: Int) async {
    let ticks = scheduler.timer(interval: 1, bufferingNewest: limit)
    await scheduler.advance(by: .seconds(5))
    var seen: [VirtualTimeScheduler.Time] = []
    for await tick in ticks {
      seen.append(tick)
      if seen.count == limit { break }
    }
    expectEqual(seen, (6 - limit...5).map { .seconds($0) })
  }

  @Test(arguments: [0, -1]) func aTestSchedulerReportsTheInterval(_ interval: Int) {
    let ticks = scheduler.eraseToAnyScheduler().transformingActions { $0 }.timer(interval: .seconds(interval))
    withKnownIssue {
      scheduler.advance()
    } matching: {
      $0.sourceLocation?.fileName == "SchedulerTimerTests.swift"
    }
    withExtendedLifetime(ticks) {}
  }

  @Test func endsWithItsTask() async throws {
    let timeline = scheduler.timeline
    let task = timeline.task { [scheduler] in
      var count = 0
      for await _ in scheduler.timer(interval: 1) { count += 1 }
      return count
    }
    await timeline.advance(by: .seconds(3))
    task.cancel()
    await timeline.advance(by: .seconds(3))
    try await expectEqual(task.value, 3)
    expectEqual(timeline.pendingCount, 0)
  }
}

import Schedulers
import Testing

/// Sleeps of tasks, on a timeline of their own and on that of others.
@Suite(.timeLimit(.minutes(10))) struct TimelineSleepTests {
  let timeline = Timeline("test")
  let log = Log<String>()

  @Test func cancellingASleepEndsItAtOnceAndLeavesNothing() async {
    await withVirtualTime(on: timeline) {
      let task = timeline.task { [timeline] in try await timeline.sleep(for: .seconds(100)) }
      await timeline.advance()
      expectEqual(timeline.sleeperCount, 1)
      task.cancel()
      expectEqual(timeline.sleeperCount, 0)
      expectEqual(timeline.pendingCount, 0)
      await #expect(throws: CancellationError.self) { try await task.value }
      expectEqual(timeline.now, .beginning)
    }
  }

  @Test func sleepsThatNeedNotWaitReturnAtOnce() async throws {
    try await timeline.sleep(for: .zero)
    try await timeline.sleep(for: .seconds(-1))
    try await timeline.sleep(until: .beginning)
    expectEqual(timeline.pendingCount, 0)
  }

  @Test func aCancelledTaskDoesNotSleep() async {
    await withVirtualTime(on: timeline) {
      let task = timeline.task { [timeline] in
        withUnsafeCurrentTask { $0?.cancel() }
        try await timeline.sleep(for: .zero)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func aDetachedTaskThatSleepsIsWaitedForAndWakes() async throws {
    let task = Task.detached { [timeline, log] in
      try await timeline.sleep(for: .seconds(1))
      log.add("woke")
    }
    await timeline.waitForSleepers()
    await timeline.advance(by: .seconds(1))
    try await task.value
    expectEqual(log.all, ["woke"])
  }

  @Test func actionsSleepsAndTimersOfOneInstantRunInOneOrder() async {
    for i in 0..<30 {
      switch i % 3 {
      case 0: timeline.schedule(in: .seconds(2)) { [log] in log.add("\(i)") }
      case 1:
        timeline.task { [timeline, log] in
          try await timeline.sleep(for: .seconds(2))
          log.add("\(i)")
        }
      default:
        timeline.task { [timeline, log] in
          try await Task.sleep(for: .seconds(2), clock: timeline)
          log.add("\(i)")
        }
      }
      await timeline.advance()
    }
    await timeline.advance(by: .seconds(2))
    expectEqual(log.all, (0..<30).map { "\($0)" })
  }
}

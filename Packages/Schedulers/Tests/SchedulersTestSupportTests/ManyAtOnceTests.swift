import Dispatch
import SchedulersTestSupport
import Testing

/// Tests run at once in one process: some in virtual time, some with timelines of their own, some without any.
@Suite(.timeLimit(.minutes(10))) struct ManyAtOnceTests {
  actor Tally {
    private(set) var count = 0
    func add() { count += 1 }
  }

  @Test(.virtualTime, arguments: 0..<50) func tasksInTheVirtualTimeOfATestSettle(_: Int) async throws {
    let scheduler = DispatchQueue.test
    let tally = Tally()
    let task = Task {
      for _ in 0..<5 {
        try await scheduler.sleep(for: .seconds(1))
        await tally.add()
        await Task.yield()
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { await tally.add() } }
        }
      }
    }
    let detached = Task.detached {
      try await scheduler.sleep(for: .seconds(2))
      await tally.add()
    }
    await scheduler.advance(by: .seconds(5))
    #expect(await tally.count == 21)
    // A missed task never wakes.
    task.cancel()
    detached.cancel()
    try await task.value
    try await detached.value
  }

  @Test(arguments: 0..<50) func tasksOfATimelineInAScopeSettleInEitherOrder(number: UInt64) async {
    await withVirtualTime(order: number % 2 == 0 ? .fifo : .seeded(number)) { timeline in
      let tally = Tally()
      for _ in 0..<10 {
        timeline.task {
          try await timeline.sleep(for: .seconds(1))
          await tally.add()
        }
      }
      await timeline.advance(by: .seconds(1))
      #expect(await tally.count == 10)
    }
  }

  @Test(arguments: 0..<50) func aTimelineOutsideVirtualTimeWakesItsSleeper(_: Int) async throws {
    let timeline = Timeline()
    let task = Task {
      try await timeline.sleep(for: .seconds(1))
      return timeline.now.offset
    }
    await timeline.waitForSleepers(1)
    await timeline.advance(by: .seconds(1))
    task.cancel()
    #expect(try await task.value == .seconds(1))
  }

  @Test(arguments: 0..<25) func sleepsOutsideVirtualTimeTakeRealTime(_: Int) async throws {
    #expect(Timeline.current == nil)
    let start = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(5))
    #expect(ContinuousClock.now - start >= .milliseconds(5))
    #expect(await Task.detached { await Task { 7 }.value }.value == 7)
  }

  /// Tasks resumed by others are awaited directly, not by advancing.
  @Test(.virtualTime, arguments: 0..<25) func aTaskResumedFromOutsideSleepsInVirtualTime(_: Int) async throws {
    let scheduler = DispatchQueue.test
    let task = Task {
      let value = await withCheckedContinuation { answer in
        DispatchQueue.global().async { answer.resume(returning: 3) }
      }
      try await scheduler.sleep(for: .seconds(1))
      return value
    }
    await scheduler.timeline.waitForSleepers(1)
    await scheduler.advance(by: .seconds(1))
    task.cancel()
    #expect(try await task.value == 3)
  }
}

import Dispatch
import Foundation
import Streams
import Testing

@_spi(TestKit) @testable import Schedulers

@Suite(.timeLimit(.minutes(10))) struct SchedulerSleepTests {
  @Test func aTestSchedulerWakesItsSleepers() async throws {
    let scheduler = DispatchQueue.test
    let log = Log<Int>()
    let task = Task {
      try await scheduler.sleep(for: .seconds(1))
      log.add(1)
      try await scheduler.sleep(until: scheduler.now.advanced(by: .milliseconds(500)))
      log.add(2)
    }
    await scheduler.timeline.waitForSleepers()
    await scheduler.advance(by: 1)
    await scheduler.timeline.waitForSleepers()
    expectEqual(log.all, [1])
    await scheduler.advance(by: .milliseconds(500))
    try await task.value
    expectEqual(log.all, [1, 2])
  }

  @Test func anErasedSchedulerSleepsOnTheTimelineToo() async throws {
    let test = DispatchQueue.test
    let scheduler = test.eraseToAnyScheduler()
    let task = Task { try await scheduler.sleep(for: 5) }
    await test.timeline.waitForSleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    expectEqual(test.timeline.pendingCount, 0)
  }

  @Test func zeroAndThePastReturnAtOnce() async throws {
    let scheduler = DispatchQueue.test
    try await scheduler.sleep(for: .zero)
    try await scheduler.sleep(until: scheduler.now.advanced(by: -1))
    try await DispatchQueue.global().sleep(for: .zero)
    try await DispatchQueue.immediate.sleep(for: 100)
    expectEqual(scheduler.timeline.pendingCount, 0)
  }

  @Test func realSchedulersSleepAndCanBeCancelled() async throws {
    let queue = DispatchQueue(label: "real")
    try await queue.sleep(for: .milliseconds(1))
    let task = Task { try await queue.sleep(for: .seconds(3600)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let late = Task { try await queue.sleep(for: .seconds(3600)) }
    await Task.yield()
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test func measuresVirtualTime() async throws {
    let scheduler = VirtualTimeScheduler()
    let short = scheduler.measure { scheduler.advanceTime(by: 3) }
    expectEqual("\(short.magnitude)", "3.0")
    let long = await scheduler.measure { await scheduler.timeline.advance(by: .seconds(2)) }
    expectEqual(long, 2)
  }

  @Test func aTimerIsASequence() async {
    let scheduler = DispatchQueue.test
    let log = Log<UInt64>()
    await withVirtualTime(on: scheduler.timeline) {
      let task = scheduler.timeline.task {
        for await instant in scheduler.timer(interval: .seconds(1)) { log.add(instant.dispatchTime.uptimeNanoseconds) }
      }
      await scheduler.advance(by: 3)
      expectEqual(log.all, [1_000_000_001, 2_000_000_001, 3_000_000_001])
      task.cancel()
      await scheduler.advance(by: 1)
      expectEqual(scheduler.timeline.pendingCount, 0)
    }
  }

  @Test func aTimerKeepsTheNewestTimes() async {
    let scheduler = DispatchQueue.test
    let stream = scheduler.timer(interval: .nanoseconds(1), bufferingNewest: 3)
    func synchronously() { scheduler.timeline.advance(by: .nanoseconds(10)) }
    synchronously()
    var seen: [UInt64] = []
    for await instant in stream {
      seen.append(instant.dispatchTime.uptimeNanoseconds)
      if seen.count == 3 { break }
    }
    expectEqual(seen, [9, 10, 11])
  }

  @Test func aReleasedTimerStops() {
    let scheduler = DispatchQueue.test
    _ = scheduler.timer(interval: 1)
    expectEqual(scheduler.timeline.pendingCount, 0)
  }

  @Test func theShorterOfTwoSleepsEndsFirst() async throws {
    try await withVirtualTime { timeline in
      let winner = try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask {
          try await timeline.sleep(for: .seconds(5))
          return 5
        }
        group.addTask {
          try await timeline.sleep(for: .seconds(2))
          return 2
        }
        await timeline.advance(by: .seconds(2))
        let first = try await group.next()
        group.cancelAll()
        return first
      }
      expectEqual(winner, 2)
      expectEqual(timeline.pendingCount, 0)
    }
  }

  @Test func aTransformedSchedulerSleepsOnTheTimelineToo() async throws {
    let test = DispatchQueue.test
    let log = Log<String>()
    let scheduler = test.transformingActions { action in
      {
        log.add("wakes")
        action()
        action()
      }
    }.eraseToAnyScheduler()
    let task = Task { try await scheduler.sleep(for: 5) }
    await test.timeline.waitForSleepers()
    expectEqual(test.timeline.sleeperCount, 1)
    expectEqual(test.timeline.pending.map(\.isSleep), [true])
    await test.advance(by: 5)
    try await task.value
    expectEqual(log.all, ["wakes"])
    try await scheduler.sleep(for: .zero)
    let cancelled = Task { try await scheduler.sleep(for: 5) }
    await test.timeline.waitForSleepers()
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    expectEqual(test.timeline.pendingCount, 0)
    expectEqual(log.all, ["wakes"])
  }

  @Test func aSleepIsCancelledThoughItsActionNeverRuns() async {
    let test = DispatchQueue.test
    let scheduler = test.transformingActions { _ in {} }
    let task = Task { try await scheduler.sleep(for: 5) }
    await test.timeline.waitForSleepers()
    await test.advance(by: 5)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: 0..<50) func waitingForSleepersEndsWithItsTask(yields: Int) async throws {
    let timeline = Timeline()
    let task = Task { await timeline.waitForSleepers(2) }
    for _ in 0..<yields { await Task.yield() }
    task.cancel()
    await task.value
    let waits = timeline.state.withLock { $0.sleepers.waits.count }
    expectEqual(waits, 0)
  }

  /// ThreadSanitizer saw the cancellation and the beginning of the sleep meet.
  @Test func aSleepMayEndAndBeCancelledAtOnce() async {
    let timeline = Timeline()
    for _ in 0..<200 {
      let task = Task { try await timeline.sleep(until: .beginning) }
      task.cancel()
      _ = await task.result
    }
    expectEqual(timeline.sleeperCount, 0)
  }

  @Test func aSleepEndsWhenTheOperationsAreCancelled() async {
    let queue = OperationQueue()
    let task = Task { try await queue.sleep(for: .seconds(3600)) }
    while queue.operationCount == 0 { await Task.yield() }
    queue.cancelAllOperations()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aTimerEndsWhenTheOperationsAreCancelled() async {
    let queue = OperationQueue()
    let ticks = queue.timer(interval: .milliseconds(1))
    var count = 0
    for await _ in ticks {
      count += 1
      if count == 3 { queue.cancelAllOperations() }
    }
    #expect(count >= 3)
  }

  @Test func aTimerEndsBeforeItsFirstTickWhenTheOperationsAreCancelled() async {
    let queue = OperationQueue()
    let ticks = queue.timer(interval: .seconds(3600))
    queue.cancelAllOperations()
    for await _ in ticks { Issue.record("It must not tick.") }
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test func aNegativeIntervalTraps() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = DispatchQueue.main.timer(interval: .seconds(-1))
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("Scheduler.timer(interval:): the interval must not be negative"))
    }

    @Test func aNegativeIntervalOfAWrappedSchedulerIsRefusedAtTheLineOfTheCall() async throws {
      let line = #line + 1
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = AnyScheduler(DispatchQueue.main).transformingActions { $0 }.timer(interval: .seconds(-1))
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("\(#filePath):\(line): Fatal error: Scheduler.timer(interval:): the interval"))
    }
  #endif
}

import Testing

@testable import Schedulers

@Suite(.timeLimit(.minutes(10))) struct TimelineTaskTests {
  let timeline = Timeline("test")
  let log = Log<String>()

  @Test func tasksOfTheTimelineHaveSettledWhenAnAdvanceReturns() async {
    timeline.task { [timeline, log] in
      log.add("start")
      try await timeline.sleep(for: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
      log.add("slept")
      try await Task.sleep(for: .seconds(1), clock: timeline)
      async let a: Void = timeline.sleep(for: .seconds(1))
      async let b: Void = timeline.sleep(for: .seconds(2))
      _ = try await (a, b)
      log.add("children at \(timeline.now)")
    }
    await timeline.advance()
    expectEqual(log.all, ["start"])
    await timeline.advance(by: .seconds(1))
    expectEqual(log.all, ["start", "slept"])
    await timeline.advance(by: .seconds(3))
    expectEqual(log.all, ["start", "slept", "children at 4.0 seconds"])
  }

  @Test func aSynchronousAdvanceSettlesTasks() {
    timeline.task { [timeline, log] in
      try await timeline.sleep(for: .seconds(1))
      await Task.yield()
      log.add("slept")
    }
    func synchronously() {
      timeline.advance()
      timeline.advance(by: .seconds(1))
    }
    synchronously()
    expectEqual(log.all, ["slept"])
  }

  @Test func aBodyRunsAsWorkOfTheTimeline() async throws {
    let result = try await withVirtualTime(on: timeline) {
      #expect(timeline.isRunningHere)
      async let nap: Void = timeline.sleep(for: .seconds(60))
      await timeline.advance(by: .seconds(60))
      #expect(timeline.isRunningHere)
      try await nap
      return timeline.now.offset
    }
    expectEqual(result, .seconds(60))
    #expect(!timeline.isRunningHere)
    let other = await withVirtualTime { timeline in
      await timeline.advance(by: .seconds(3))
      return timeline.now.offset
    }
    expectEqual(other, .seconds(3))
  }

  actor Counter {
    var count = 0
    func add() { count += 1 }
  }

  @Test func groupsActorsAndStreamsSettle() async {
    await withVirtualTime(on: timeline) {
      let counter = Counter()
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      timeline.task { [timeline] in
        await withTaskGroup(of: Void.self) { group in
          for i in 1...5 {
            group.addTask {
              try? await timeline.sleep(for: .seconds(i))
              await counter.add()
              continuation.yield(i)
            }
          }
        }
        continuation.finish()
      }
      timeline.task { [log] in for await i in stream { log.add("\(i)") } }
      for i in 1...5 {
        await timeline.advance(by: .seconds(1))
        await expectEqual(counter.count, i)
        expectEqual(log.all.count, i)
      }
    }
    expectEqual(log.all, ["1", "2", "3", "4", "5"])
  }

  @Test(arguments: [(true, 250), (false, 25)])
  func tasksAdvanceOneAtATime(onTheTimeline: Bool, count: Int) async {
    func advance() async {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask { [timeline] in for _ in 0..<count { await timeline.advance(by: .seconds(1)) } }
        }
      }
    }
    if onTheTimeline { await withVirtualTime(on: timeline) { await advance() } } else { await advance() }
    expectEqual(timeline.now.offset, .seconds(4 * count))
  }

  @Test func aRunContinuesWhileTasksSleepAgain() async {
    timeline.task { [timeline, log] in
      for i in 0..<5 {
        try await timeline.sleep(for: .seconds(3600))
        log.add("\(i)")
      }
    }
    await timeline.run()
    expectEqual(log.all.count, 5)
    expectEqual(timeline.now.offset, .seconds(5 * 3600))
  }

  @Test func aRunThatTasksKeepAliveIsBounded() async {
    let task = timeline.task { [timeline] in while true { try await timeline.sleep(for: .seconds(1)) } }
    await withKnownIssue {
      await timeline.run(limit: 50)
    } matching: {
      $0.comments.contains { "\($0)".contains("a sleep") }
    }
    task.cancel()
    timeline.task {}
    await timeline.advance()
    expectEqual(timeline.pendingCount, 0)
  }

  @Test func aTaskKeepsItsTimelineUntilItEnds() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    weak var kept: Timeline?
    var task: Task<Int, any Error>?
    do {
      let timeline = Timeline()
      kept = timeline
      task = timeline.task { await stream.reduce(0, +) }
      await timeline.advance()
    }
    continuation.yield(3)
    continuation.finish()
    await kept?.advance()
    try await expectEqual(task?.value, 3)
    task = nil
    #expect(kept == nil)
  }

  @Test func synchronousAndAsynchronousAdvancesOfSeveralThreadsAddUp() async {
    let ran = Log<Int>()
    for i in 0..<1000 {
      timeline.task { [timeline] in
        try await timeline.sleep(for: .milliseconds(i))
        ran.add(i)
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask { [timeline] in for _ in 0..<30 { await timeline.advance(by: .milliseconds(1)) } }
      }
      group.addTask { [timeline] in
        func synchronously() { for _ in 0..<250 { timeline.advance(by: .milliseconds(1)) } }
        synchronously()
      }
    }
    await timeline.advance(by: .seconds(1))
    expectEqual(ran.all.count, 1000)
    expectEqual(timeline.now.offset, .milliseconds(1340))
  }
}

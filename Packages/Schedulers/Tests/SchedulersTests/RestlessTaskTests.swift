import Dispatch
import Schedulers
import Testing

/// Tasks that look for something again and again, and never wait for it: the advance must end.
@Suite(.timeLimit(.minutes(10))) struct RestlessTaskTests {
  let timeline = Timeline("restless")

  init() { timeline.limitAtInstant = 1000 }

  /// A task that ends a second after the timeline's beginning, and looks at the clock until then.
  func looking() -> Task<Void, any Error> {
    timeline.task { [timeline] in
      while timeline.now < .init(nanoseconds: 1_000_000_000) { await Task.yield() }
    }
  }

  func isTold(_ issue: Issue) -> Bool {
    issue.comments.contains {
      "\($0)".contains("restless stands still at 0.0 seconds: \(timeline.limitAtInstant) actions and jobs have run")
        && "\($0)".contains("tasks ready to run")
    }
  }

  @Test(arguments: [Timeline.Order.fifo, .seeded(3)])
  func anAdvanceInVirtualTimeEnds(order: Timeline.Order) async throws {
    let timeline = Timeline("restless", order: order)
    timeline.limitAtInstant = 1000
    await withVirtualTime(on: timeline) {
      let task = timeline.task { while !Task.isCancelled { await Task.yield() } }
      var ticks = 0
      let timer = timeline.schedule(at: .init(nanoseconds: 1), every: .seconds(0.25)) { ticks += 1 }
      await withKnownIssue {
        await timeline.advance(by: .seconds(2))
      } matching: {
        isTold($0)
      }
      expectEqual(ticks, 0)
      expectEqual(timeline.now.offset, .zero)
      // Without that task, time moves again, and settling is exact.
      task.cancel()
      try? await task.value
      await timeline.advance(by: .seconds(2))
      expectEqual(ticks, 8)
      timer.cancel()
      let log = Log<Duration>()
      timeline.task {
        for _ in 0..<100 { await Task.yield() }
        try await timeline.sleep(for: .seconds(1))
        log.add(timeline.now.offset)
      }
      await timeline.advance(by: .seconds(1))
      expectEqual(log.all, [.seconds(3)])
    }
  }

  @Test func anAdvanceByATaskOutsideTheTimelineEnds() async throws {
    let task = looking()
    await withKnownIssue {
      await timeline.advance(by: .seconds(2))
    } matching: {
      isTold($0)
    }
    expectEqual(timeline.now.offset, .zero)
    try await end(task)
  }

  @Test func aSynchronousAdvanceEnds() async throws {
    let task = looking()
    withKnownIssue {
      timeline.advance(by: .seconds(2))
    } matching: {
      isTold($0)
    }
    try await end(task)
  }

  @Test func aSynchronousRunEnds() async throws {
    let task = looking()
    timeline.schedule(in: .seconds(1)) {}
    withKnownIssue {
      timeline.run()
    } matching: {
      isTold($0)
    }
    expectEqual(timeline.pendingCount, 1)
    try await end(task)
  }

  @Test(arguments: [false, true]) func anAsynchronousRunEnds(insideTheTimeline: Bool) async throws {
    let task = looking()
    timeline.schedule(in: .seconds(1)) {}
    await withKnownIssue {
      if insideTheTimeline {
        await withVirtualTime(on: timeline) { await timeline.run() }
      } else {
        await timeline.run()
      }
    } matching: {
      isTold($0)
    }
    expectEqual(timeline.now.offset, .zero)
    try await end(task)
  }

  /// Its next task is ready whenever the advance looks, and only the advance can run it.
  @Test func anAdvanceBesideAPlainTaskThatAwaitsTasksOfTheTimelineEnds() async {
    let most = 200_000
    let task = Task.detached { [timeline] in
      var count = 0
      while !Task.isCancelled, count < most {
        count += 1
        _ = try? await timeline.task {}.value
      }
      return count
    }
    // If the task is never seen without a ready job.
    await withKnownIssue(isIntermittent: true) {
      await timeline.advance(by: .seconds(2))
    } matching: {
      isTold($0)
    }
    task.cancel()
    // A task of the timeline runs in an advance only.
    let stop = Task.detached { [timeline] in while !Task.isCancelled { await timeline.advance() } }
    #expect(await task.value < most)
    stop.cancel()
    await stop.value
  }

  private func end(_ task: Task<Void, any Error>) async throws {
    timeline.skip(by: .seconds(1))
    await timeline.advance()
    try await task.value
  }

  /// The host does not drive again and again before the main queue has resumed the task that waits to advance. Not counted:
  /// other tests may keep the main thread busy.
  @Test(arguments: [false, true]) @MainActor func anAdvanceOnTheMainActorEnds(inATask: Bool) async {
    @MainActor func advance() async { await timeline.advance(by: .seconds(1)) }
    await withVirtualTime(on: timeline) {
      let task = timeline.task { [timeline] in
        while timeline.now.offset < .seconds(1) { await Task.yield() }
      }
      await withKnownIssue {
        if inATask { await Task { await advance() }.value } else { await advance() }
      } matching: {
        isTold($0)
      }
      timeline.skip(by: .seconds(1))
      try? await task.value
    }
  }

  /// The steps are renewed when the standstill has ended the advance.
  @Test func aSynchronousAdvanceAfterAStandstillGoesOn() async throws {
    func advance() { timeline.advance(by: .seconds(1)) }
    try await withVirtualTime(on: timeline) {
      let task = timeline.task { while !Task.isCancelled { await Task.yield() } }
      await withKnownIssue {
        await timeline.advance(by: .seconds(1))
      } matching: {
        isTold($0)
      }
      task.cancel()
      advance()
      expectEqual(timeline.now.offset, .seconds(1))
      try await task.value
    }
  }

  /// The thread that drives a body comes also where the steps are used up, because others may wait for its jobs.
  @Test @MainActor func anAdvanceDoesNotEndTheJobsThatAnActorWaitsFor() async {
    // Few, because each job beyond costs a millisecond in which the main thread is blocked, and all tests wait for it.
    timeline.limitAtInstant = 100
    await withVirtualTime(on: timeline) {
      let isOver = DispatchSemaphore(value: 0)
      timeline.task {
        for _ in 0..<120 { await Task.yield() }
        isOver.signal()
      }
      let advance = Task { @MainActor in await timeline.advance(by: .seconds(1)) }
      await withKnownIssue(isIntermittent: true) {
        await Task.yield()
        func block() { isOver.wait() }
        block()
        await advance.value
      } matching: {
        isTold($0)
      }
    }
  }

  /// Without an advance, polling tasks have no limit.
  @Test func aBodyMayPollWithYields() async {
    let log = Log<String>()
    await withVirtualTime(on: timeline) {
      DispatchQueue.global().async { log.add("outside") }
      while log.all.isEmpty { await Task.yield() }
      var looks = 0
      while looks < 50_000 {
        looks += 1
        await Task.yield()
      }
    }
    expectEqual(log.all, ["outside"])
  }
}

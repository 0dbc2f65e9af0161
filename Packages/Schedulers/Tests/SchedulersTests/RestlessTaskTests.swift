import Dispatch
import Schedulers
import Testing

/// Tasks that look for something again and again, and never wait for it: they must not keep time from moving.
@Suite(.timeLimit(.minutes(1))) struct RestlessTaskTests {
  let timeline = Timeline("restless")

  init() { timeline.limitAtInstant = 1000 }

  /// A task that ends a second after the timeline's beginning, and looks at the clock until then.
  func looking() -> Task<Void, any Error> {
    timeline.task { [timeline] in
      while timeline.now < .init(nanoseconds: 1_000_000_000) { await Task.yield() }
    }
  }

  func isTold(_ issue: Issue) -> Bool {
    issue.sourceLocation?.fileName == "RestlessTaskTests.swift"
      && issue.comments.contains {
        "\($0)".contains("restless stands still at 0.0 seconds: tasks have gone on 1000 times")
      }
  }

  @Test(arguments: [Timeline.Order.fifo, .seeded(3)]) func timeMovesOnWithoutThem(order: Timeline.Order) async throws {
    let timeline = Timeline("restless", order: order)
    timeline.limitAtInstant = 1000
    await timeline.run {
      let task = timeline.task {
        while timeline.now < .init(nanoseconds: 1_000_000_000) { await Task.yield() }
      }
      var ticks = 0
      let timer = timeline.schedule(at: .init(nanoseconds: 0), every: .seconds(0.25)) { ticks += 1 }
      await withKnownIssue {
        await timeline.advance(by: .seconds(2))
      } matching: {
        isTold($0)
      }
      #expect(ticks == 9)
      timer.cancel()
      try? await task.value
      // They rest again: so does the report, and what is exact is so.
      let log = Log<Duration>()
      timeline.task {
        for _ in 0..<100 { await Task.yield() }
        try await timeline.sleep(for: .seconds(1))
        log.add(timeline.now.sinceBeginning)
      }
      await timeline.advance(by: .seconds(1))
      #expect(log.all == [.seconds(3)])
    }
  }

  @Test func fromATaskThatIsNotTheTimelines() async throws {
    let task = looking()
    await withKnownIssue {
      await timeline.advance(by: .seconds(2))
    } matching: {
      isTold($0)
    }
    try await task.value
    #expect(timeline.now.sinceBeginning == .seconds(2))
  }

  @Test func fromAThread() async throws {
    let task = looking()
    timeline.schedule(after: .seconds(1)) {}
    withKnownIssue {
      timeline.advance(by: .seconds(2))
    } matching: {
      isTold($0)
    }
    try await task.value
  }

  @Test func inARun() async throws {
    let task = looking()
    timeline.schedule(after: .seconds(1)) {}
    withKnownIssue {
      timeline.run()
    } matching: {
      isTold($0)
    }
    try await task.value
    #expect(timeline.now.sinceBeginning == .seconds(1))
  }

  @Test(arguments: [false, true]) func inARunThatLetsTasksFollow(insideTheTimeline: Bool) async throws {
    let task = looking()
    timeline.schedule(after: .seconds(1)) {}
    await withKnownIssue {
      if insideTheTimeline { await timeline.run { await timeline.run() } } else { await timeline.run() }
    } matching: {
      isTold($0)
    }
    try await task.value
    #expect(timeline.now.sinceBeginning == .seconds(1))
  }

  @Test func aRunEndsAlsoIfTheyDoNot() async throws {
    let task = timeline.task { while !Task.isCancelled { await Task.yield() } }
    await withKnownIssue {
      await timeline.run()
    } matching: {
      isTold($0)
    }
    task.cancel()
    await timeline.advance()
    try await task.value
  }

  /// Nobody wants time to move: then it is nobody's business how long they look.
  @Test func aBodyMayLookForSomethingOutside() async {
    let log = Log<String>()
    await timeline.run {
      DispatchQueue.global().async { log.add("outside") }
      while log.all.isEmpty { await Task.yield() }
      var looks = 0
      while looks < 50_000 {
        looks += 1
        await Task.yield()
      }
    }
    #expect(log.all == ["outside"])
  }
}

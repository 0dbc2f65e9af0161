import Dispatch
@_spi(TestKit) import Schedulers
import Streams
import Testing

/// The order of publishers, timers and plain tasks at one instant.
@Suite(.timeLimit(.minutes(10))) struct TaskOrderTests {
  /// Changes a number in ways whose order shows.
  private actor Account {
    private(set) var balance = 1
    func apply(_ change: (Int) -> Int) { balance = change(balance) }
  }

  @Test(arguments: [false, true]) func aPlainTaskAndAPublisherKeepTheOrderInWhichTheyBegan(inVirtualTime: Bool) async {
    for run in 0..<100 {
      let timeline = Timeline()
      let log = Log<String>()
      func body() async {
        let scheduler = DispatchQueue.test(on: timeline)
        let task = Task {
          try await timeline.sleep(for: .seconds(1))
          await Task.yield()
          log.add("task")
        }
        await timeline.waitForSleepers()
        let publisher = Just("publisher").delay(for: 1, scheduler: scheduler).sink { log.add($0) }
        let second = Task(priority: .background) {
          try await timeline.sleep(for: .seconds(1))
          log.add("background task")
        }
        await timeline.waitForSleepers(2)
        timeline.schedule(in: .seconds(1)) { log.add("action") }
        await timeline.advance(by: .seconds(1))
        withExtendedLifetime((task, publisher, second)) {}
      }
      if inVirtualTime { await withVirtualTime(on: timeline) { await body() } } else { await body() }
      let seen = log.all
      expectEqual(seen, ["task", "publisher", "background task", "action"], "run \(run)")
    }
  }

  /// The driving thread runs it up to its first sleep.
  @available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, *)
  @Test func anImmediateTaskIsAPlainTask() async {
    for run in 0..<20 {
      let timeline = Timeline()
      let log = Log<String>()
      timeline.schedule(in: .seconds(1)) {
        Task.immediate {
          try await timeline.sleep(for: .seconds(1))
          await Task.yield()
          log.add("task")
        }
        timeline.schedule(in: .seconds(1)) { log.add("action") }
      }
      await timeline.advance(by: .seconds(3))
      expectEqual(log.all, ["task", "action"], "run \(run)")
    }
    await withVirtualTime { timeline in
      let task = Task.immediate { try await timeline.sleep(for: .seconds(1)) }
      expectEqual(timeline.pending.map(\.task), [nil])
      task.cancel()
    }
  }

  @Test func twoPlainTasksChangeAnActorInTheOrderOfTheirSleeps() async {
    for run in 0..<100 {
      let timeline = Timeline()
      let account = Account()
      Task {
        try await timeline.sleep(for: .seconds(1))
        await account.apply { $0 * 2 }
      }
      await timeline.waitForSleepers()
      Task {
        try await timeline.sleep(for: .seconds(1))
        await account.apply { $0 + 10 }
      }
      await timeline.waitForSleepers(2)
      await timeline.advance(by: .seconds(1))
      let balance = await account.balance
      expectEqual(balance, 12, "run \(run)")
    }
  }

  @Test func theTicksOfAnAsyncTimerSettleBeforeTheNextAction() async {
    let timeline = Timeline()
    let scheduler = DispatchQueue.test(on: timeline)
    let log = Log<String>()
    let ticks = scheduler.timer(interval: 1)
    let task = Task { for await _ in ticks { log.add("tick") } }
    let action = timeline.schedule(at: .init(nanoseconds: 1_000_000_000), every: .seconds(1)) { log.add("action") }
    await timeline.advance(by: .seconds(50))
    expectEqual(log.all, (0..<50).flatMap { _ in ["tick", "action"] })
    action.cancel()
    task.cancel()
  }

  @Test func aConditionIsNotCheckedWithinAnInstant() async {
    let timeline = Timeline()
    let log = Log<Int>()
    Task {
      try await timeline.sleep(for: .seconds(1))
      log.add(1)
    }
    await timeline.waitForSleepers()
    timeline.schedule(in: .seconds(1)) { log.add(2) }
    timeline.schedule(in: .seconds(2)) { log.add(3) }
    _ = await timeline.walk(.bounded(.pending(background: true))) { _ in !log.all.isEmpty }
    expectEqual(log.all, [1, 2])
  }

  /// The woken task cancels all else that is due at the instant.
  @Test func timeDoesNotMoveWhenAnInterruptedInstantHasNothingLeft() async {
    let timeline = Timeline()
    let log = Log<Int>()
    let action = Guarded<Timeline.Token?>(nil)
    Task {
      try await timeline.sleep(for: .seconds(1))
      action.withLock { $0 }?.cancel()
      log.add(1)
    }
    await timeline.waitForSleepers()
    let due = timeline.schedule(in: .seconds(1)) { log.add(2) }
    action.withLock { $0 = due }
    timeline.schedule(in: .seconds(2)) { log.add(3) }
    _ = await timeline.walk(.bounded(.pending(background: true))) { _ in !log.all.isEmpty }
    expectEqual(log.all, [1])
  }
}

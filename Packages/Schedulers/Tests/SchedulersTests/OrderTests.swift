@_spi(TestKit) import Schedulers
import Testing

@Suite(.timeLimit(.minutes(10))) struct OrderTests {
  struct Wrong: Error {}

  func letters(_ order: Timeline.Order) -> (String, [Int]) {
    let timeline = Timeline(order: order)
    var seen = ""
    for letter in "abcdef" { timeline.schedule(in: .seconds(1)) { seen.append(letter) } }
    timeline.advance(by: .seconds(1))
    return (seen, timeline.choices)
  }

  @Test func fifoMakesNoChoices() {
    #expect(letters(.fifo) == ("abcdef", []))
  }

  @Test func aSeedGivesTheSameOrderEveryTime() {
    let orders = (0..<50).map { letters(.seeded($0)) }
    #expect((0..<50).allSatisfy { letters(.seeded($0)) == orders[Int($0)] })
    #expect(Set(orders.map(\.0)).count > 40)
    #expect(orders.allSatisfy { $0.0.sorted() == Array("abcdef") })
  }

  @Test func choicesCanBeReplayed() {
    let (seen, choices) = letters(.seeded(7))
    #expect(letters(.replay(choices)) == (seen, choices))
    expectEqual(letters(.replay([])).0, "abcdef")
    expectEqual(letters(.replay([99, -3])).0, "fabcde")
  }

  @Test(arguments: 0..<10) func boundsHoldForActionsBesideReadyTasks(seed: UInt64) {
    let timeline = Timeline(order: .seeded(seed))
    var runs = 0
    func again() {
      runs += 1
      timeline.schedule { again() }
    }
    again()
    timeline.task { for _ in 0..<100 { await Task.yield() } }
    _ = timeline.walk(.bounded(.by(0), includesLimit: false)) { _ in false }
    expectEqual(runs, 1)
    timeline.task { for _ in 0..<100 { await Task.yield() } }
    withKnownIssue {
      timeline.run(limit: 10)
    } matching: {
      $0.comments.contains { "\($0)".contains("10 actions have run") }
    }
    expectEqual(runs, 12)
  }

  @Test func independentActionsGiveAllPermutations() {
    var seen: Set<String> = []
    let result = exploreOrders { timeline in
      var order = ""
      for letter in "abcde" { timeline.schedule(in: .seconds(1)) { order.append(letter) } }
      timeline.advance(by: .seconds(1))
      seen.insert(order)
    }
    expectEqual(result.orderCount, 120)
    #expect(result.isComplete)
    expectEqual(seen.count, 120)
  }

  @Test func timersKeepTicking() {
    let result = exploreOrders { timeline in
      var ticks = [0, 0]
      let timers = ticks.indices.map { index in
        timeline.schedule(at: .beginning, every: .seconds(1)) { ticks[index] += 1 }
      }
      timeline.advance(by: .seconds(2))
      for timer in timers { timer.cancel() }
      if ticks != [3, 3] || timeline.pendingCount != 0 { throw Wrong() }
    }
    expectEqual(result.orderCount, 8)
  }

  @Test func theFirstFailureIsReportedWithItsChoices() {
    func body(_ timeline: Timeline) throws {
      var order = ""
      for letter in "abc" { timeline.schedule(in: .seconds(1)) { order.append(letter) } }
      timeline.advance(by: .seconds(1))
      if order == "cab" { throw Wrong() }
    }
    var result = Exploration?.none
    withKnownIssue {
      result = exploreOrders(body)
    } matching: { issue in
      issue.comments.contains { "\($0)".contains("6 orders, 1 of them failed") && "\($0)".contains(".replay([2, 0])") }
    }
    expectEqual(result?.failureCount, 1)
    #expect(throws: Wrong.self) { try body(Timeline(order: .replay(result?.firstFailure?.choices ?? []))) }
  }

  @Test func reachingTheLimitIsReported() {
    withKnownIssue {
      exploreOrders(limit: 10) { timeline in
        for _ in 0..<5 { timeline.schedule {} }
        timeline.advance()
      }
    } matching: {
      $0.comments.contains { "\($0)".contains("10 orders, and there are more") }
    }
  }

  @Test func ordersOfTasksAreExplored() async throws {
    final class Cell: @unchecked Sendable {
      // One thread at a time: only tasks of the timeline touch it.
      var value = 0
    }
    var explored: Exploration?
    await withKnownIssue {
      explored = await exploreOrders { timeline in
        let cell = Cell()
        timeline.task {
          try await timeline.sleep(for: .seconds(1))
          let old = cell.value
          await Task.yield()
          cell.value = old + 1
        }
        timeline.task {
          try await timeline.sleep(for: .seconds(1))
          cell.value += 1
        }
        await timeline.advance(by: .seconds(1))
        if cell.value != 2 { throw Wrong() }
      }
    }
    let result = try #require(explored)
    #expect(result.isComplete)
    #expect(result.failureCount > 0)
    #expect(result.failureCount < result.orderCount)
  }

  /// Also of tasks that have not slept before.
  @Test func tasksReadyAtOnceRunInEveryOrder() async {
    let seen = Log<[Int]>()
    let result = await exploreOrders { timeline in
      let order = Log<Int>()
      for number in 0..<3 { timeline.task { order.add(number) } }
      await timeline.advance()
      seen.add(order.all)
    }
    #expect(result.isComplete)
    expectEqual(Set(seen.all).count, 6)
    expectEqual(result.orderCount, 6)
  }

  /// The end of a sleep and what its task does then are two steps: a cancellation may come in between.
  @Test(arguments: [(2, 12), (3, 540)])
  func tasksThatSleepGoOnInEveryOrder(count: Int, orders: Int) async {
    let seen = Log<[Int]>()
    let result = await exploreOrders { timeline in
      let order = Log<Int>()
      for number in 0..<count {
        timeline.task {
          try await timeline.sleep(for: .seconds(1))
          order.add(number)
        }
      }
      await timeline.advance(by: .seconds(1))
      seen.add(order.all)
    }
    expectEqual(result.orderCount, orders)
    expectEqual(Set(seen.all).count, (1...count).reduce(1, *))
  }

  @Test func aCancellationMayComeBetweenTheEndOfASleepAndItsTask() async {
    let seen = Log<String>()
    await exploreOrders { timeline in
      let task = timeline.task {
        do {
          try await timeline.sleep(for: .seconds(1))
          seen.add(Task.isCancelled ? "slept, cancelled" : "slept")
        } catch {
          seen.add("\(error)")
        }
      }
      timeline.schedule(in: .seconds(1)) { task.cancel() }
      await timeline.advance(by: .seconds(1))
    }
    expectEqual(Set(seen.all), ["slept", "slept, cancelled", "CancellationError()"])
  }

  @Test func theFirstFailureOfTasksIsReportedWithItsChoices() async {
    func body(_ timeline: Timeline) async throws {
      let order = Log<Int>()
      for number in 0..<3 {
        timeline.task {
          try await timeline.sleep(for: .seconds(1))
          order.add(number)
        }
      }
      await timeline.advance(by: .seconds(1))
      if order.all == [2, 0, 1] { throw Wrong() }
    }
    var result = Exploration?.none
    await withKnownIssue {
      result = await exploreOrders(body)
    } matching: {
      $0.comments.contains { "\($0)".contains("of them failed. The first: Wrong()") }
    }
    #expect((result?.failureCount ?? 0) > 0)
    await #expect(throws: Wrong.self) {
      let timeline = Timeline(order: .replay(result?.firstFailure?.choices ?? []))
      try await withVirtualTime(on: timeline) { try await body(timeline) }
    }
  }

  @Test func aBodyThatDiffersBetweenRunsIsNoticed() {
    var runs = 0
    var result = Exploration?.none
    withKnownIssue {
      result = exploreOrders { timeline in
        runs += 1
        for _ in 0..<(runs == 3 ? 2 : 3) { timeline.schedule(in: .seconds(1)) {} }
        timeline.advance(by: .seconds(1))
      }
    } matching: {
      $0.comments.contains {
        "\($0)".contains("3 orders, then the body was not deterministic") && "\($0)".contains(".replay([1])")
          && !"\($0)".contains("larger limit")
      }
    }
    expectEqual(result?.orderCount, 3)
    expectEqual(result?.divergence, [1])
    expectEqual(result?.isComplete, false)
  }

  @Test func aBodyThatMeetsFewerChoicesIsNoticed() {
    var runs = 0
    var result: Exploration?
    withKnownIssue {
      result = exploreOrders { timeline in
        runs += 1
        for second in 1...(runs == 1 ? 2 : 1) {
          for _ in 0..<2 { timeline.schedule(in: .seconds(second)) {} }
        }
        timeline.advance(by: .seconds(2))
      }
    }
    expectEqual(result?.divergence, [0, 1])
  }

  @Test func lateActionsRunInTheOrderOfTheirInstants() {
    var seen: Set<String> = []
    let result = exploreOrders { timeline in
      var order = ""
      for (second, letter) in zip([3, 1, 2, 2], "dabc") {
        timeline.schedule(in: .seconds(second)) { order.append(letter) }
      }
      VirtualTimeScheduler(on: timeline).advanceTime(by: 10)
      seen.insert(order)
    }
    expectEqual(seen, ["abcd", "acbd"])
    expectEqual(result.orderCount, 2)
  }
}

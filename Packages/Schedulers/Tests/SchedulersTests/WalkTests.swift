@_spi(TestKit) import Schedulers
import Testing

/// Walks from instant to instant with a condition, as test kits use them.
@Suite(.timeLimit(.minutes(10))) struct WalkTests {
  let timeline = Timeline("walk")
  let log = Log<Int>()

  private func schedule(_ seconds: Int...) {
    for second in seconds { timeline.schedule(in: .seconds(second)) { [log] in log.add(second) } }
  }

  private func isDone(_ end: Walk.End?) -> Bool { if case .done = end { true } else { false } }

  @Test func aWalkEndsAtTheInstantAtWhichItsConditionIsTrue() {
    schedule(1, 1, 2)
    let walk = timeline.walk(.bounded(.by(5_000_000_000))) { _ in log.all.count >= 1 }
    #expect(isDone(walk.end))
    expectEqual(log.all, [1, 1])
    expectEqual(timeline.now.offset, .seconds(1))
  }

  @Test func aConditionThatIsTrueRunsNothing() {
    schedule(0)
    let walk = timeline.walk(.bounded(.by(1))) { _ in true }
    #expect(isDone(walk.end))
    expectEqual(log.all, [])
  }

  @Test func aWalkArrivesAtItsLimit() {
    schedule(1, 2, 3)
    let walk = timeline.walk(.bounded(.by(2_500_000_000))) { _ in false }
    #expect(isDone(walk.end))
    expectEqual(log.all, [1, 2])
    expectEqual(timeline.now.offset, .milliseconds(2500))
  }

  @Test func aWalkCanExcludeItsLimit() {
    schedule(1, 2)
    let walk = timeline.walk(.bounded(.by(2_000_000_000), includesLimit: false)) { _ in false }
    #expect(isDone(walk.end))
    expectEqual(log.all, [1])
    expectEqual(timeline.now.offset, .seconds(2))
    timeline.advance()
    expectEqual(log.all, [1, 2])
  }

  @Test func aWalkWithoutALimitEndsWhenNothingIsPending() {
    schedule(1, 200)
    let walk = timeline.walk(.bounded(.pending(background: true))) { _ in false }
    #expect(isDone(walk.end))
    expectEqual(log.all, [1, 200])
  }

  @Test func endlessWorkAtOneInstantEndsAWalk() {
    timeline.limitAtInstant = 100
    let endless = AsyncRunTests.Endless()
    timeline.schedule { [timeline] in endless.again(timeline) }
    let walk = timeline.walk(.bounded(.pending(background: true))) { _ in false }
    guard case .budget(let text) = walk.end else { return #expect(Bool(false), "\(walk)") }
    #expect(text.hasPrefix("stands still at 0.0 seconds"))
  }

  @Test(arguments: [false, true]) func tasksSettleBeforeEachCheckOfACondition(insideTheTimeline: Bool) async {
    let task = Task { [timeline, log] in
      for second in 1...3 {
        try await timeline.sleep(for: .seconds(1))
        await Task.yield()
        log.add(second)
      }
    }
    var checks: [Int] = []
    func walk() async -> Walk {
      await timeline.walk(.bounded(.by(10_000_000_000))) { _ in
        checks.append(log.all.count)
        return log.all.count == 2
      }
    }
    let end = insideTheTimeline ? await withVirtualTime(on: timeline) { await walk() }.end : await walk().end
    #expect(isDone(end))
    expectEqual(checks, [0, 0, 1, 2])
    expectEqual(timeline.now.offset, .seconds(2))
    task.cancel()
  }
}

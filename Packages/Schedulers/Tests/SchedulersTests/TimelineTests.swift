import Schedulers
import Testing

struct TimelineTests {
  let timeline = Timeline("test")

  @Test func runsByTimeThenByOrderOfScheduling() {
    var seen: [String] = []
    timeline.schedule(in: .seconds(2)) { seen.append("c") }
    timeline.schedule(in: .seconds(1)) { seen.append("a") }
    timeline.schedule(in: .seconds(1)) { seen.append("b") }
    timeline.schedule { seen.append("now") }
    expectEqual(seen, [])
    timeline.advance()
    expectEqual(seen, ["now"])
    timeline.advance(by: .seconds(2))
    expectEqual(seen, ["now", "a", "b", "c"])
    expectEqual(timeline.now, .init(nanoseconds: 2_000_000_000))
  }

  @Test func ordersLikeAStableSort() {
    var generator = SystemRandomNumberGenerator()
    let times = (0..<2000).map { _ in Int64.random(in: 0..<50, using: &generator) }
    var seen: [Int] = []
    let tokens = times.enumerated().map { index, time in
      timeline.schedule(at: .init(nanoseconds: time)) { seen.append(index) }
    }
    let cancelled = Set((0..<2000).filter { _ in Bool.random(using: &generator) })
    for index in cancelled.shuffled(using: &generator) { tokens[index].cancel() }
    expectEqual(timeline.pendingCount, 2000 - cancelled.count)
    timeline.advance(by: .nanoseconds(50))
    let expected = times.indices.filter { !cancelled.contains($0) }
      .sorted { (times[$0], $0) < (times[$1], $1) }
    expectEqual(seen, expected)
  }

  @Test func anAdvanceMovesTheClockOfAnEmptyTimeline() {
    timeline.advance(by: .seconds(3))
    timeline.advance(to: .init(nanoseconds: 4_000_000_000))
    expectEqual(timeline.now.offset, .seconds(4))
  }

  @Test func advancingToThePastMovesNothingAndRunsWhatIsDue() {
    timeline.advance(by: .seconds(5))
    var ran = false
    timeline.schedule { ran = true }
    timeline.advance(to: .beginning)
    expectEqual(timeline.now.offset, .seconds(5))
    #expect(ran)
    timeline.advance(by: .seconds(-1))
    expectEqual(timeline.now.offset, .seconds(5))
  }

  @Test func pastDueWorkRunsAtTheCurrentTime() {
    timeline.advance(by: .seconds(5))
    var at: [Timeline.Instant] = []
    timeline.schedule(at: .beginning) {
      at.append(timeline.now)
      timeline.schedule(at: .beginning) { at.append(timeline.now) }
    }
    timeline.schedule(in: .seconds(-3)) { at.append(timeline.now) }
    timeline.run()
    expectEqual(at, Array(repeating: .init(nanoseconds: 5_000_000_000), count: 3))
    expectEqual(timeline.now.offset, .seconds(5))
  }

  @Test func workDueExactlyAtTheTargetRuns() {
    var ran = false
    timeline.schedule(in: .seconds(1)) { ran = true }
    timeline.advance(by: .seconds(1) - .nanoseconds(1))
    #expect(!ran)
    timeline.advance(by: .nanoseconds(1))
    #expect(ran)
  }

  @Test func actionsScheduleActions() {
    var at: [Duration] = []
    timeline.schedule(in: .seconds(1)) {
      at.append(timeline.now.offset)
      timeline.schedule(in: .seconds(1)) { at.append(timeline.now.offset) }
      timeline.schedule { at.append(timeline.now.offset) }
    }
    timeline.advance(by: .seconds(2))
    expectEqual(at, [.seconds(1), .seconds(1), .seconds(2)])
  }

  @Test func advancingFromInsideAnActionRunsNothingTwice() {
    var seen: [String] = []
    timeline.schedule(in: .seconds(1)) {
      seen.append("outer")
      timeline.advance(by: .seconds(2))
      seen.append("outer ends at \(timeline.now)")
    }
    timeline.schedule(in: .seconds(2)) { seen.append("inner") }
    let timer = timeline.schedule(at: .init(nanoseconds: 1_000_000_000), every: .seconds(1)) { seen.append("tick") }
    timeline.advance(by: .seconds(2))
    timer.cancel()
    expectEqual(seen, ["outer", "tick", "inner", "tick", "tick", "outer ends at 3.0 seconds"])
    expectEqual(timeline.now.offset, .seconds(3))
  }

  @Test func aCancelledActionIsReleasedImmediately() {
    final class Held {}
    weak var held: Held?
    let token: Timeline.Token = {
      let object = Held()
      held = object
      return timeline.schedule(in: .seconds(1)) { withExtendedLifetime(object) {} }
    }()
    timeline.schedule(in: .seconds(2)) {}
    #expect(held != nil)
    #expect(token.isPending)
    token.cancel()
    #expect(held == nil)
    #expect(!token.isPending)
    expectEqual(timeline.pendingCount, 1)
    token.cancel()
    expectEqual(timeline.pendingCount, 1)
  }

  @Test func anActionIsReleasedAfterItRan() {
    final class Held {}
    weak var held: Held?
    do {
      let object = Held()
      held = object
      timeline.schedule { withExtendedLifetime(object) {} }
    }
    timeline.advance()
    #expect(held == nil)
  }

  @Test func objectsReleasedWithAnActionMayUseTheTimeline() {
    final class Held {
      let timeline: Timeline
      init(_ timeline: Timeline) { self.timeline = timeline }
      deinit { timeline.schedule {} }
    }
    let token: Timeline.Token = {
      let object = Held(timeline)
      return timeline.schedule(in: .seconds(1)) { withExtendedLifetime(object) {} }
    }()
    token.cancel()
    expectEqual(timeline.pendingCount, 1)
  }

  @Test func workDueAtThisInstantCanBeCancelled() {
    var seen: [Int] = []
    var second: Timeline.Token?
    timeline.schedule(in: .seconds(1)) {
      seen.append(1)
      second?.cancel()
    }
    second = timeline.schedule(in: .seconds(1)) { seen.append(2) }
    timeline.schedule(in: .seconds(1)) { seen.append(3) }
    timeline.advance(by: .seconds(1))
    expectEqual(seen, [1, 3])
  }

  @Test func aTokenOfFinishedWorkDoesNotCancelLaterWork() {
    let old = timeline.schedule {}
    timeline.advance()
    var ran = false
    timeline.schedule { ran = true }
    old.cancel()
    timeline.advance()
    #expect(ran)
  }

  @Test func aRunDoesNotGoToTheTimeOfCancelledWork() {
    let token = timeline.schedule(in: .seconds(100)) {}
    let timer = timeline.schedule(at: .beginning.advanced(by: .seconds(100)), every: .seconds(1)) {}
    timeline.schedule(in: .seconds(1)) {}
    token.cancel()
    timer.cancel()
    timeline.run()
    expectEqual(timeline.now.offset, .seconds(1))
  }

  @Test func cancelledWorkTakesNoMemory() {
    timeline.schedule(in: .seconds(1)) {}
    for _ in 0..<100_000 { timeline.schedule(in: .seconds(2)) {}.cancel() }
    expectEqual(timeline.pendingCount, 1)
    expectEqual(timeline.pending.count, 1)
  }

  @Test func timeStopsAtItsEnd() {
    var ran: [String] = []
    timeline.schedule(in: .seconds(Int64.max)) { ran.append("last") }
    let timer = timeline.schedule(at: .beginning, every: .seconds(Int64.max / 2_000_000_000)) { ran.append("tick") }
    timeline.advance(to: .end)
    expectEqual(timeline.now, .end)
    expectEqual(ran, ["tick", "tick", "tick", "last"])
    #expect(!timer.isPending)
    timeline.advance(by: .seconds(1))
    expectEqual(timeline.now, .end)
  }

  @Test func stepRunsOneInstantAndNextDueNamesTheFollowing() {
    var seen: [Int] = []
    timeline.schedule(in: .seconds(1)) { seen.append(1) }
    timeline.schedule(in: .seconds(1)) { seen.append(2) }
    timeline.schedule(in: .seconds(5), name: "third") { seen.append(3) }
    expectEqual(timeline.nextDue, .init(nanoseconds: 1_000_000_000))
    #expect(timeline.stepAction())
    expectEqual(seen, [1])
    #expect(timeline.step())
    expectEqual(seen, [1, 2])
    expectEqual(timeline.pending.map(\.name), ["third"])
    #expect(timeline.step())
    expectEqual(timeline.now.offset, .seconds(5))
    #expect(!timeline.step())
    #expect(!timeline.stepAction())
    #expect(timeline.nextDue == nil)
  }

  @Test func skipRunsNothingUntilTheNextAdvance() {
    var at: [Duration] = []
    timeline.schedule(in: .seconds(1)) { at.append(timeline.now.offset) }
    timeline.skip(by: .seconds(10))
    expectEqual(at, [])
    timeline.advance()
    expectEqual(at, [.seconds(10)])
  }

  @Test func theClockCanBeSetAlsoBack() {
    var at: [Duration] = []
    timeline.set(to: .beginning.advanced(by: .seconds(10)))
    timeline.schedule(in: .seconds(1)) { at.append(timeline.now.offset) }
    timeline.set(to: .beginning)
    timeline.advance(by: .seconds(10))
    expectEqual(at, [])
    timeline.advance(by: .seconds(1))
    expectEqual(at, [.seconds(11)])
  }

  @Test func advancesToAnInstantWithTasks() async throws {
    let timeline = timeline
    let task = Task { try await timeline.sleep(for: .seconds(2)) }
    await timeline.waitForSleepers(1)
    await timeline.advance(to: .beginning.advanced(by: .seconds(2)))
    expectEqual(timeline.now.offset, .seconds(2))
    try await task.value
  }

  @Test func reportsPendingWork() {
    timeline.checkNothingPending()
    let timer = timeline.schedule(at: .beginning, every: .seconds(1), background: true) {}
    timeline.checkNothingPending()
    timeline.schedule(in: .seconds(3), name: "late") {}
    withKnownIssue {
      timeline.checkNothingPending()
    } matching: {
      $0.comments.contains { "\($0)".contains("\"late\"") && "\($0)".contains("1 still pending") }
    }
    timer.cancel()
  }

  /// As Swift Testing does to describe a failed expectation.
  @Test func aDumpOfATimelineDoesNotTrap() {
    var text = ""
    dump(Timeline(), to: &text)
    #expect(text.contains("timeline"))
  }
}

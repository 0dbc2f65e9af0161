import Schedulers
import Testing

struct RepeatingTests {
  let timeline = Timeline("test")

  @Test func eachTickRunsAtItsOwnTime() {
    var seen: [String] = []
    let a = timeline.schedule(at: .seconds(1), every: .seconds(1)) { seen.append("a\(timeline.now.seconds)") }
    let b = timeline.schedule(at: .seconds(2), every: .seconds(2)) { seen.append("b\(timeline.now.seconds)") }
    timeline.advance(by: .seconds(4))
    a.cancel()
    b.cancel()
    expectEqual(seen, ["a1", "a2", "b2", "a3", "a4", "b4"])
  }

  @Test func aTimerKeepsItsPlaceAmongWorkOfOneInstant() {
    var seen: [String] = []
    let slow = timeline.schedule(at: .seconds(3), every: .seconds(3)) { seen.append("slow") }
    let fast = timeline.schedule(at: .seconds(1), every: .seconds(1)) { seen.append("fast") }
    timeline.schedule(in: .seconds(6)) { seen.append("once") }
    timeline.advance(by: .seconds(6))
    slow.cancel()
    fast.cancel()
    expectEqual(seen, ["fast", "fast", "slow", "fast", "fast", "fast", "slow", "fast", "once"])
  }

  @Test func tenthsOfASecondLoseNoTick() {
    var ticks = 0
    let timer = timeline.schedule(at: .init(nanoseconds: 100_000_000), every: .seconds(0.1)) { ticks += 1 }
    timeline.advance(by: .seconds(0.3))
    expectEqual(ticks, 3)
    timeline.advance(by: .seconds(0.1) * 99_997)
    expectEqual(ticks, 100_000)
    timer.cancel()
  }

  @Test func aTimerMayCancelItself() {
    var ticks = 0
    var timer: Timeline.Token?
    timer = timeline.schedule(at: .seconds(1), every: .seconds(1)) {
      ticks += 1
      if ticks == 3 { timer?.cancel() }
    }
    timeline.run()
    expectEqual(ticks, 3)
    expectEqual(timeline.now.seconds, 3)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func anIntervalThatIsNotAboveZeroIsReported(interval: Duration) {
    var ticks = 0
    let line: UInt = #line + 1
    let timer = timeline.schedule(at: .seconds(1), every: interval) { ticks += 1 }
    withKnownIssue {
      timeline.advance(by: .seconds(2))
    } matching: {
      $0.comments.contains { "\($0)".contains("above zero") && "\($0)".contains("RepeatingTests.swift:\(line)") }
        && $0.sourceLocation?.line == Int(line) && $0.sourceLocation?.fileName == "RepeatingTests.swift"
    }
    expectEqual(ticks, 1)
    #expect(!timer.isPending)
    expectEqual(timeline.now.seconds, 2)
  }

  @Test func anIntervalOfZeroIsFineIfCancelledInItsFirstRun() {
    var timer: Timeline.Token?
    timer = timeline.schedule(at: .seconds(1), every: .zero) { timer?.cancel() }
    timeline.run()
    expectEqual(timeline.pendingCount, 0)
  }

  @Test func aRunStopsAtItsHorizon() {
    let timer = timeline.schedule(at: .seconds(1), every: .seconds(86_400)) {}
    withKnownIssue {
      timeline.run(horizon: .seconds(7 * 86_400))
    } matching: {
      $0.comments.contains { "\($0)".contains("RepeatingTests.swift") && "\($0)".contains("604800.0 seconds") }
    }
    expectEqual(timeline.now.seconds, 6 * 86_400 + 1)
    timer.cancel()
  }

  @Test func aRunNamesAnActionThatAlwaysSchedulesItself() {
    func again() { timeline.schedule(in: .seconds(1)) { again() } }
    again()
    withKnownIssue {
      timeline.run(limit: 100)
    } matching: {
      $0.comments.contains { "\($0)".contains("RepeatingTests.swift") }
    }
    expectEqual(timeline.now.seconds, 101)
  }

  @Test func aRunDoesNotWaitForBackgroundWork() {
    var beats = 0
    let beat = timeline.schedule(at: .seconds(1), every: .seconds(1), background: true) { beats += 1 }
    timeline.schedule(in: .seconds(3)) {}
    timeline.run()
    expectEqual(timeline.now.seconds, 3)
    expectEqual(beats, 3)
    beat.cancel()
    expectEqual(timeline.pendingCount, 0)
  }
}

extension Timeline.Instant {
  static func seconds(_ seconds: Int64) -> Self { .init(nanoseconds: seconds * 1_000_000_000) }
  var seconds: Int64 { nanoseconds / 1_000_000_000 }
}

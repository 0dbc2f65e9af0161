import Dispatch
import Foundation
import Schedulers
import Streams
import Testing

/// The traps that other schedulers with virtual time fell into, by their numbers.
@Suite(.timeLimit(.minutes(1))) struct TrapTests {
  let timeline = Timeline("trap")

  /// 1: work scheduled in the past moved the clock back, and `run()` never returned.
  @Test func trap01_pastWorkDoesNotMoveTheClockBack() {
    timeline.advance(by: .seconds(10))
    var times: [Duration] = []
    timeline.schedule(at: .beginning) { [timeline] in
      times.append(timeline.now.offset)
      timeline.schedule(at: .beginning) { times.append(timeline.now.offset) }
    }
    timeline.run()
    #expect(times == [.seconds(10), .seconds(10)])
    let scheduler = DispatchQueue.test
    scheduler.advance(by: 5)
    var ran = false
    scheduler.schedule(after: scheduler.now.advanced(by: -3)) { ran = true }
    scheduler.run()
    #expect(ran)
    #expect(scheduler.timeline.now.offset == .seconds(5))
  }

  /// 2: `advance` from inside an action ran an action twice or endlessly.
  @Test func trap02_advancingInsideAnAction() {
    var seen: [String] = []
    for name in ["a", "b", "c"] {
      timeline.schedule(in: .seconds(1)) { [timeline] in
        seen.append(name)
        timeline.advance()
        timeline.advance(by: .seconds(1))
        seen.append("\(name) at \(timeline.now)")
      }
    }
    timeline.advance(by: .seconds(1))
    #expect(seen == ["a", "b", "c", "c at 2.0 seconds", "b at 3.0 seconds", "a at 4.0 seconds"])
  }

  /// 3: an interval of zero looped endlessly or divided by zero.
  @Test(arguments: [DispatchQueue.SchedulerTimeType.Stride.zero, .seconds(-1)])
  func trap03_anIntervalThatIsNotAboveZeroIsReported(interval: DispatchQueue.SchedulerTimeType.Stride) {
    let scheduler = DispatchQueue.test
    var runs = 0
    let timer = scheduler.schedule(after: scheduler.now, interval: interval) { runs += 1 }
    withKnownIssue {
      scheduler.advance(by: 1)
    } matching: {
      $0.comments.contains { "\($0)".contains("An interval must be above zero") }
    }
    #expect(runs == 1)
    timer.cancel()
  }

  /// 4: seconds kept as `Double` lost ticks.
  @Test func trap04_tenthsOfASecondLoseNoTick() {
    let scheduler = VirtualTimeScheduler()
    var ticks = 0
    let timer = scheduler.schedule(after: scheduler.now.advanced(by: .seconds(0.1)), interval: .seconds(0.1)) {
      ticks += 1
    }
    for _ in 0..<3 { scheduler.timeline.advance(by: .seconds(0.1)) }
    #expect(ticks == 3)
    timer.cancel()
  }

  /// 5: on a big advance all repeats ran at its end, one timer after the other.
  @Test func trap05_repeatsInterleaveAtTheirOwnTimes() {
    var seen: [String] = []
    let a = timeline.schedule(at: .seconds(1), every: .seconds(2)) { [timeline] in
      seen.append("a\(timeline.now.seconds)")
    }
    let b = timeline.schedule(at: .seconds(2), every: .seconds(2)) { [timeline] in
      seen.append("b\(timeline.now.seconds)")
    }
    timeline.advance(by: .seconds(6))
    #expect(seen == ["a1", "b2", "a3", "b4", "a5", "b6"])
    a.cancel()
    b.cancel()
  }

  /// 5, the documented other form: `advanceTime(by:)` sets the clock first.
  @Test func trap05_advanceTimeSetsTheClockFirst() {
    let scheduler = VirtualTimeScheduler()
    var times: [Double] = []
    scheduler.schedule(after: scheduler.now.advanced(by: 1)) {
      times.append(scheduler.now.timeIntervalSinceReferenceTime)
    }
    scheduler.schedule(after: scheduler.now.advanced(by: 2)) {
      times.append(scheduler.now.timeIntervalSinceReferenceTime)
    }
    scheduler.advanceTime(by: 1.4)
    scheduler.advanceTime(by: 1.4)
    #expect(times == [1.4, 2.8])
  }

  /// 7: a cancelled timer still pulled the clock forward in `run()`.
  @Test func trap07_whatIsCancelledDoesNotPullTheClock() {
    let scheduler = DispatchQueue.test
    let timer = scheduler.schedule(after: scheduler.now.advanced(by: 100), interval: 1) {}
    scheduler.schedule(after: scheduler.now.advanced(by: 1)) {}
    timer.cancel()
    scheduler.run()
    #expect(scheduler.timeline.now.offset == .seconds(1))
  }

  /// 8: a lock was held while actions ran.
  @Test func trap08_actionsMayDoAnythingFromAnyThread() {
    let timeline = timeline
    let done = Log<Duration>()
    timeline.schedule(in: .seconds(1)) {
      // Another thread uses the timeline while this action waits for it.
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let token = timeline.schedule(in: .seconds(1)) {}
        token.cancel()
        timeline.schedule {}
        done.add(timeline.now.offset)
      }
    }
    timeline.advance(by: .seconds(1))
    #expect(done.all == Array(repeating: .seconds(1), count: 4))
    #expect(timeline.pendingCount == 0)
  }

  /// 10: a sleep of zero built on a repeating timer never ended.
  @Test func trap10_sleepingForNothingReturns() async throws {
    let scheduler = DispatchQueue.test
    try await scheduler.sleep(for: .zero)
    try await scheduler.sleep(for: -1)
    try await scheduler.sleep(until: scheduler.now)
    #expect(scheduler.timeline.pendingCount == 0)
  }

  /// 11: peers differ on the place of a repeating action. Here it keeps its first, also among timers that later coincide.
  @Test func trap11_aRepeatKeepsItsFirstPlace() {
    let scheduler = DispatchQueue.test
    var seen = ""
    let slow = scheduler.schedule(after: scheduler.now.advanced(by: 2), interval: 2) { seen.append("s") }
    let fast = scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 1) { seen.append("f") }
    scheduler.schedule(after: scheduler.now.advanced(by: 2)) { seen.append("o") }
    scheduler.advance(by: 4)
    #expect(seen == "fsfofsf")
    slow.cancel()
    fast.cancel()
  }

  /// 12: `AnyScheduler` claimed to be `Sendable` over closures that were not.
  @Test func trap12_anErasedSchedulerIsSendable() async {
    let scheduler: AnySchedulerOf<DispatchQueue> = DispatchQueue.test.eraseToAnyScheduler()
    let sent: any Sendable = scheduler
    #expect(sent is AnySchedulerOf<DispatchQueue>)
  }
}

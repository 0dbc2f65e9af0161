import Dispatch
import Foundation
import Schedulers
import Streams
import Testing

struct TestSchedulerTests {
  @Test func advancesByAndTo() {
    let scheduler = DispatchQueue.test
    var seen: [Int] = []
    scheduler.schedule { seen.append(0) }
    scheduler.schedule(after: scheduler.now.advanced(by: 1)) { seen.append(1) }
    scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(1500))) { seen.append(2) }
    expectEqual(seen, [])
    scheduler.advance()
    expectEqual(seen, [0])
    scheduler.advance(by: 1)
    expectEqual(seen, [0, 1])
    scheduler.advance(to: DispatchQueue.SchedulerTimeType(.init(uptimeNanoseconds: 1_500_000_001)))
    expectEqual(seen, [0, 1, 2])
    expectEqual(scheduler.now.dispatchTime.uptimeNanoseconds, 1_500_000_001)
    scheduler.schedule(after: scheduler.now.advanced(by: 86_400)) { seen.append(3) }
    scheduler.run()
    expectEqual(seen, [0, 1, 2, 3])
  }

  @Test func aSchedulerIsOnTheCurrentTimeline() async {
    let date = OperationQueue.SchedulerTimeType(Date(timeIntervalSince1970: 0))
    await withVirtualTime { timeline in
      #expect(TestSchedulerOf<OperationQueue>(now: date).timeline === timeline)
      #expect(OperationQueue.test.timeline === timeline)
      #expect(VirtualTimeScheduler().timeline === timeline)
    }
    expectEqual(TestSchedulerOf<OperationQueue>(now: date).timeline.name, "test scheduler")
  }

  /// Work scheduled outside an advance waits for the next one, and does not move time.
  @Test func workScheduledWhileIdleRunsAtTheNextAdvance() {
    func check<S: Scheduler>(_ scheduler: S, _ timeline: Timeline, options: S.SchedulerOptions?) {
      timeline.advance(by: .seconds(2))
      var seen: [String] = []
      scheduler.schedule(options: options) {
        seen.append("first at \(timeline.now)")
        scheduler.schedule(options: options) { seen.append("third at \(timeline.now)") }
      }
      scheduler.schedule(options: options) { seen.append("second at \(timeline.now)") }
      expectEqual(seen, [])
      expectEqual(timeline.nextDue, timeline.now)
      timeline.advance(to: .beginning)
      expectEqual(seen, ["first at 2.0 seconds", "second at 2.0 seconds", "third at 2.0 seconds"])
    }
    let queue = DispatchQueue.test
    check(queue, queue.timeline, options: .init(qos: .background))
    let virtual = VirtualTimeScheduler()
    check(virtual, virtual.timeline, options: nil)
  }

  @Test func repeatsUntilCancelledOrReleased() {
    let scheduler = DispatchQueue.test
    var ticks = 0
    let timer = scheduler.schedule(after: scheduler.now, interval: 1) { ticks += 1 }
    scheduler.advance(by: 3)
    expectEqual(ticks, 4)
    timer.cancel()
    scheduler.advance(by: 3)
    expectEqual(ticks, 4)
    var other: (any Cancellable)? = scheduler.schedule(after: scheduler.now, interval: 1) { ticks += 1 }
    expectEqual(scheduler.timeline.pendingCount, 1)
    _ = other
    other = nil
    expectEqual(scheduler.timeline.pendingCount, 0)
  }

  @Test func datesLoseNoTick() {
    func ticks<T: Strideable, O>(_ scheduler: TestScheduler<T, O>) -> Int {
      var ticks = 0
      let timer = scheduler.schedule(after: scheduler.now.advanced(by: .seconds(0.1)), interval: .seconds(0.1)) {
        ticks += 1
      }
      for _ in 0..<3 { scheduler.advance(by: .seconds(0.1)) }
      let end = scheduler.now.advanced(by: .seconds(99.7))
      scheduler.advance(to: end)
      timer.cancel()
      return ticks
    }
    expectEqual(ticks(RunLoop.test), 1000)
    expectEqual(ticks(OperationQueue.test), 1000)
    expectEqual(ticks(DispatchQueue.test), 1000)
  }

  /// Points in time are rounded to microseconds, because they are dates. Lengths are not.
  @Test func lengthsBelowAMicrosecondMoveSchedulersOfDates() {
    let loop = RunLoop.test
    loop.advance(by: .nanoseconds(400))
    expectEqual(loop.timeline.now.nanoseconds, 400)
    var ticks = 0
    let operations = OperationQueue.test
    let timer = operations.schedule(after: operations.now, interval: .nanoseconds(400)) { ticks += 1 }
    operations.advance(by: .microseconds(2))
    expectEqual(ticks, 6)
    timer.cancel()
  }

  @Test func aCustomTypeOfTimeIsScheduledAndAdvanced() {
    let scheduler = TestScheduler<Ticks, Never>(now: Ticks(count: 100))
    var seen: [Int] = []
    scheduler.schedule(after: Ticks(count: 103)) { seen.append(scheduler.now.count) }
    let timer = scheduler.schedule(after: Ticks(count: 101), interval: 1) { seen.append(-scheduler.now.count) }
    scheduler.advance(by: 2)
    expectEqual(seen, [-101, -102])
    scheduler.advance(to: Ticks(count: 103))
    expectEqual(seen, [-101, -102, 103, -103])
    timer.cancel()
  }

  @Test func schedulersShareATimeline() {
    let timeline = Timeline()
    let queue = DispatchQueue.test(on: timeline)
    let loop = RunLoop.test(on: timeline)
    let virtual = VirtualTimeScheduler(on: timeline)
    var seen: [String] = []
    virtual.schedule(after: virtual.now.advanced(by: 1)) { seen.append("virtual") }
    loop.schedule(after: loop.now.advanced(by: 1)) { seen.append("loop") }
    queue.schedule(after: queue.now.advanced(by: 1)) { seen.append("queue") }
    timeline.schedule(in: .seconds(1)) { seen.append("timeline") }
    queue.advance(by: 1)
    expectEqual(seen, ["virtual", "loop", "queue", "timeline"])
    expectEqual(virtual.now.timeIntervalSinceReferenceTime, 1)
  }

  /// A subclass has the forms of its superclass. Code that takes the one takes the other.
  @Test func subclassesOfOperationQueueHaveTheSameForms() {
    final class Downloads: OperationQueue, @unchecked Sendable {}
    let test: TestSchedulerOf<OperationQueue> = Downloads.test
    expectEqual(test.timeline.name, "Downloads.test")
    expectEqual(test.now, OperationQueue.test.now)
    let timeline = Timeline()
    #expect(Downloads.test(on: timeline).timeline === timeline)
    let immediate: ImmediateSchedulerOf<OperationQueue> = Downloads.immediate
    expectEqual(immediate.now, OperationQueue.immediate.now)
    withKnownIssue {
      Downloads.unimplemented().schedule {}
    } matching: {
      $0.comments.contains { "\($0)".hasPrefix("Downloads - An unimplemented scheduler") }
    }
    expectEqual(
      ["\(DispatchQueue.test.timeline.name)", UIScheduler.test.timeline.name],
      [
        "DispatchQueue.test", "UIScheduler.test",
      ])
  }

  @Test func isSendable() {
    func check<T: Sendable>(_: T) {}
    check(DispatchQueue.test)
    check(RunLoop.test)
    check(UIScheduler.test)
  }
}

/// A clock that counts seconds, of which a test scheduler knows nothing.
struct Ticks: Strideable {
  struct Stride: SchedulerTimeIntervalConvertible, SignedNumeric, Comparable {
    var magnitude: Int
    init(_ magnitude: Int) { self.magnitude = magnitude }
    init(integerLiteral value: Int) { magnitude = value }
    init?<T: BinaryInteger>(exactly source: T) { self.init(Int(source)) }
    static func seconds(_ s: Int) -> Self { Self(s) }
    static func seconds(_ s: Double) -> Self { Self(Int(s)) }
    static func milliseconds(_ ms: Int) -> Self { Self(ms / 1000) }
    static func microseconds(_ us: Int) -> Self { Self(us / 1_000_000) }
    static func nanoseconds(_ ns: Int) -> Self { Self(ns / 1_000_000_000) }
    static func < (a: Self, b: Self) -> Bool { a.magnitude < b.magnitude }
    static func + (a: Self, b: Self) -> Self { Self(a.magnitude + b.magnitude) }
    static func - (a: Self, b: Self) -> Self { Self(a.magnitude - b.magnitude) }
    static func * (a: Self, b: Self) -> Self { Self(a.magnitude * b.magnitude) }
    static func *= (a: inout Self, b: Self) { a = a * b }
  }
  var count: Int
  func distance(to other: Self) -> Stride { Stride(other.count - count) }
  func advanced(by n: Stride) -> Self { Self(count: count + n.magnitude) }
}

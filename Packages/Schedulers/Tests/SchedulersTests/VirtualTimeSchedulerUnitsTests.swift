import Schedulers
import Testing

/// The spellings of the package VirtualTimeScheduler.
struct VirtualTimeSchedulerUnitsTests {
  typealias Time = VirtualTimeScheduler.Time

  @Test func pointsAreMadeFromUnits() {
    expectEqual(Time.seconds(3), Time(timeIntervalSinceReferenceTime: 3))
    expectEqual(Time.seconds(1.5), .milliseconds(1500))
    expectEqual(Time.milliseconds(2), .microseconds(2000))
    expectEqual(Time.microseconds(3), .nanoseconds(3000))
    expectEqual(Time(.seconds(4)), .seconds(4))
    expectEqual(Time(4), .seconds(4))
    #expect(Time(-1) < .referenceTime)
    expectEqual(Time.seconds(Int.max), Time.seconds(Double.infinity))
  }

  @Test func aProductIsExact() {
    typealias Stride = Time.Stride
    let long = Stride.nanoseconds(9_007_199_254_740_993)
    expectEqual(long * 1, long)
    expectEqual(long * -1, .nanoseconds(-9_007_199_254_740_993))
    expectEqual(Stride.seconds(3) * 2.5, .milliseconds(7500))
    expectEqual(Stride.nanoseconds(3) * 0.5, .nanoseconds(2))
    expectEqual(Stride.seconds(1_000_000) * -1_000_000, .nanoseconds(.min))
    expectEqual(Stride.nanoseconds(.max) * 1, .nanoseconds(.max))
  }

  @Test func advanceMovesAPointInTime() {
    var time = Time.referenceTime
    time.advance(by: .seconds(3))
    time.advance(by: -1)
    expectEqual(time, .seconds(2))
  }

  @Test func unitsArePointsAndLengths() {
    let scheduler = VirtualTimeScheduler()
    var seen: [Time] = []
    scheduler.schedule(after: .seconds(3)) { seen.append(scheduler.now) }
    let timer = scheduler.schedule(after: .milliseconds(500), interval: .seconds(1)) { seen.append(scheduler.now) }
    scheduler.advanceTime(by: .seconds(1))
    timer.cancel()
    scheduler.setTime(to: .seconds(3))
    expectEqual(seen, [.seconds(1), .seconds(3)])
  }

  @Test func toleranceAndOptionsHaveDefaults() {
    let scheduler = VirtualTimeScheduler()
    var count = 0
    scheduler.schedule(options: nil) { count += 1 }
    scheduler.schedule(after: .seconds(1), options: nil) { count += 1 }
    scheduler.schedule(after: .seconds(1), tolerance: .seconds(1)) { count += 1 }
    scheduler.schedule(after: .seconds(1), tolerance: .seconds(1), options: nil) { count += 1 }
    let timer = scheduler.schedule(after: .seconds(1), interval: .seconds(9), options: nil) { count += 1 }
    scheduler.advance(to: .seconds(1))
    expectEqual(count, 5)
    timer.cancel()
  }

  @Test func tasksFollowAnAwaitedAdvance() async throws {
    let scheduler = VirtualTimeScheduler()
    let timeline = scheduler.timeline
    let task = timeline.task {
      try await scheduler.sleep(for: .seconds(1))
      try await scheduler.sleep(for: .seconds(1))
      return scheduler.now
    }
    await scheduler.advance(by: .seconds(1))
    expectEqual(timeline.sleeperCount, 1)
    await scheduler.advance(to: .seconds(2))
    expectEqual(timeline.sleeperCount, 0)
    try await expectEqual(task.value, .seconds(2))
  }
}

import Schedulers
import Streams
import Testing

struct VirtualTimeSchedulerTests {
  let scheduler = VirtualTimeScheduler()

  @Test func startsAtTheReferenceTime() {
    expectEqual(scheduler.now, .referenceTime)
    expectEqual(scheduler.now.timeIntervalSinceReferenceTime, 0)
  }

  @Test func stepRunsEverythingDueAtTheNextInstant() {
    var seen: [Int] = []
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { seen.append(1) }
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) {
      seen.append(2)
      scheduler.schedule { seen.append(3) }
    }
    scheduler.schedule(after: scheduler.now.advanced(by: 2)) { seen.append(4) }
    scheduler.step()
    expectEqual(seen, [1, 2, 3])
    expectEqual(scheduler.now.timeIntervalSinceReferenceTime, 1)
    scheduler.step()
    expectEqual(seen, [1, 2, 3, 4])
    #expect(!scheduler.step())
  }

  @Test func advanceTimeMovesTheClockBeforeItRunsWhatIsDue() {
    var at: [Double] = []
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) {
      at.append(scheduler.now.timeIntervalSinceReferenceTime)
    }
    scheduler.advanceTime(by: .seconds(1.5))
    expectEqual(at, [1.5])
  }

  @Test func setTimeCountsFromTheBeginningOfTheScheduler() {
    let scheduler = VirtualTimeScheduler(now: .seconds(10))
    scheduler.setTime(to: .seconds(12))
    expectEqual(scheduler.now, .seconds(12))
    expectEqual(scheduler.timeline.now.offset, .seconds(2))
  }

  @Test func setTimeRunsWhatIsDueAndMayGoBack() {
    var ran = 0
    scheduler.schedule(after: .init(timeIntervalSinceReferenceTime: 5)) { ran += 1 }
    scheduler.setTime(to: .init(timeIntervalSinceReferenceTime: 5))
    expectEqual(ran, 1)
    scheduler.setTime(to: .referenceTime)
    expectEqual(scheduler.now, .referenceTime)
    expectEqual(ran, 1)
  }

  @Test func runGoesFromActionToAction() {
    var at: [Double] = []
    scheduler.schedule(after: scheduler.now.advanced(by: 3)) {
      at.append(scheduler.now.timeIntervalSinceReferenceTime)
      scheduler.schedule(after: scheduler.now.advanced(by: 0.1)) {
        at.append(scheduler.now.timeIntervalSinceReferenceTime)
      }
    }
    scheduler.run()
    expectEqual(at, [3, 3.1])
  }

  @Test func lengthsAndPointsAreNumbersOfSeconds() {
    typealias Time = VirtualTimeScheduler.SchedulerTimeType
    var length: Time.Stride = 1.5
    length += .seconds(1)
    length -= 0.5
    expectEqual(length, 2)
    length *= 3
    expectEqual(length.timeInterval, 6)
    expectEqual("\(length) \(Time(timeIntervalSinceReferenceTime: 0.5))", "6.0 0.5")
    #expect(Time.referenceTime < Time.referenceTime.advanced(by: length))
    expectEqual([Time.Stride.seconds(2), -1, 0].sorted(), [-1, 0, 2])
  }

  @Test func advancesByTenthsOfASecondAddUpExactly() {
    for _ in 0..<28 { scheduler.advanceTime(by: .seconds(0.1)) }
    expectEqual("\(scheduler.now.timeIntervalSinceReferenceTime)", "2.8")
  }

  @Test func lengthsAreAddedMultipliedAndConverted() {
    typealias Stride = VirtualTimeScheduler.SchedulerTimeType.Stride
    expectEqual(Stride.seconds(3).magnitude, 3)
    expectEqual("\(Stride.seconds(3).magnitude)", "3.0")
    expectEqual(Stride(1.5), 1.5)
    expectEqual(2 as Stride, .milliseconds(2000))
    expectEqual(Stride.microseconds(7) + .nanoseconds(1), .nanoseconds(7001))
    expectEqual(Stride.seconds(1.5) * 2, 3)
    #expect(-Stride.seconds(1) < 0)
    expectEqual(Stride.seconds(Int.max), .seconds(Double.infinity))
    #expect(Stride(exactly: Int.max) == nil)
    expectEqual(Stride(exactly: 4), 4)
  }
}

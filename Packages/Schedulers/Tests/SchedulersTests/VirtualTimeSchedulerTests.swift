import Schedulers
import Streams
import Testing

struct VirtualTimeSchedulerTests {
  let scheduler = VirtualTimeScheduler()

  @Test func startsAtTheReferenceTime() {
    #expect(scheduler.now == .referenceTime)
    #expect(scheduler.now.timeIntervalSinceReferenceTime == 0)
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
    #expect(seen == [1, 2, 3])
    #expect(scheduler.now.timeIntervalSinceReferenceTime == 1)
    scheduler.step()
    #expect(seen == [1, 2, 3, 4])
    #expect(!scheduler.step())
  }

  @Test func advanceTimeMovesTheClockBeforeItRunsWhatIsDue() {
    var at: [Double] = []
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) {
      at.append(scheduler.now.timeIntervalSinceReferenceTime)
    }
    scheduler.advanceTime(by: .seconds(1.5))
    #expect(at == [1.5])
  }

  @Test func setTimeCountsFromTheBeginningOfTheScheduler() {
    let scheduler = VirtualTimeScheduler(now: .seconds(10))
    scheduler.setTime(to: .seconds(12))
    #expect(scheduler.now == .seconds(12))
    #expect(scheduler.timeline.now.offset == .seconds(2))
  }

  @Test func setTimeRunsWhatIsDueAndMayGoBack() {
    var ran = 0
    scheduler.schedule(after: .init(timeIntervalSinceReferenceTime: 5)) { ran += 1 }
    scheduler.setTime(to: .init(timeIntervalSinceReferenceTime: 5))
    #expect(ran == 1)
    scheduler.setTime(to: .referenceTime)
    #expect(scheduler.now == .referenceTime)
    #expect(ran == 1)
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
    #expect(at == [3, 3.1])
  }

  @Test func lengthsAndPointsAreNumbersOfSeconds() {
    typealias Time = VirtualTimeScheduler.SchedulerTimeType
    var length: Time.Stride = 1.5
    length += .seconds(1)
    length -= 0.5
    #expect(length == 2)
    length *= 3
    #expect(length.timeInterval == 6)
    #expect("\(length) \(Time(timeIntervalSinceReferenceTime: 0.5))" == "6.0 0.5")
    #expect(Time.referenceTime < Time.referenceTime.advanced(by: length))
    #expect([Time.Stride.seconds(2), -1, 0].sorted() == [-1, 0, 2])
  }

  @Test func advancesByTenthsOfASecondAddUpExactly() {
    for _ in 0..<28 { scheduler.advanceTime(by: .seconds(0.1)) }
    #expect("\(scheduler.now.timeIntervalSinceReferenceTime)" == "2.8")
  }

  @Test func lengthsAreAddedMultipliedAndConverted() {
    typealias Stride = VirtualTimeScheduler.SchedulerTimeType.Stride
    #expect(Stride.seconds(3).magnitude == 3)
    #expect("\(Stride.seconds(3).magnitude)" == "3.0")
    #expect(Stride(1.5) == 1.5)
    #expect(2 as Stride == .milliseconds(2000))
    #expect(Stride.microseconds(7) + .nanoseconds(1) == .nanoseconds(7001))
    #expect(Stride.seconds(1.5) * 2 == 3)
    #expect(-Stride.seconds(1) < 0)
    #expect(Stride.seconds(Int.max) == .seconds(Double.infinity))
    #expect(Stride(exactly: Int.max) == nil)
    #expect(Stride(exactly: 4) == 4)
  }
}

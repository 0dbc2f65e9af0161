import Streams
import Testing

struct ImmediateSchedulerTests {
  let scheduler = ImmediateScheduler.shared

  @Test func doesEveryActionOnceBeforeItReturns() {
    var log: [String] = []
    scheduler.schedule { log.append("now") }
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(5))) { log.append("after") }
    let token = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { log.append("every") }
    token.cancel()
    expectEqual(log, ["now", "after", "every"])
  }

  @Test func itsTimeStandsStill() {
    let later = scheduler.now.advanced(by: .seconds(10))
    expectEqual(scheduler.now, later)
    #expect(!(scheduler.now < later))
    expectEqual(scheduler.now.distance(to: later), 0)
    expectEqual(scheduler.minimumTolerance, 0)
  }

  @Test func stridesOfTimeAreZeroAndNumbersAreNumbers() {
    typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
    let times = [Stride.seconds(1), .seconds(1.5), .milliseconds(2), .microseconds(3), .nanoseconds(4)]
    #expect(times.allSatisfy { $0 == 0 })
    expectEqual((Stride(2) + 3 - 1) * 4, 16)
    var stride: Stride = 2.75
    expectEqual(stride.magnitude, 2)
    stride += 3
    stride -= 1
    stride *= -2
    expectEqual(stride, -8)
    #expect(Stride(exactly: UInt64.max) == nil)
    expectEqual(Stride(exactly: UInt8(7)), 7)
    #expect(-Stride(1) < 0)
  }
}

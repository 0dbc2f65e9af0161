import Dispatch
import Foundation
import Streams
import Testing

private typealias Time = DispatchQueue.SchedulerTimeType

struct DispatchQueueStrideTests {
  @Test func unitsAreNanoseconds() {
    #expect(Time.Stride.seconds(2).magnitude == 2_000_000_000)
    #expect(Time.Stride.milliseconds(2).magnitude == 2_000_000)
    #expect(Time.Stride.microseconds(2).magnitude == 2_000)
    #expect(Time.Stride.nanoseconds(2).magnitude == 2)
    #expect(Time.Stride.seconds(0.25).magnitude == 250_000_000)
    #expect(Time.Stride.seconds(0.29).magnitude == 290_000_000, "the nearest nanosecond, not the one below")
    #expect(Time.Stride.seconds(-1.5).timeInterval == .nanoseconds(-1_500_000_000))
  }

  @Test func literalsAreSeconds() {
    #expect((2 as Time.Stride) == .seconds(2))
    #expect((2.5 as Time.Stride) == .milliseconds(2_500))
    #expect((-1 as Time.Stride) == .seconds(-1))
  }

  @Test func exactlyTakesSeconds() {
    #expect(Time.Stride(exactly: 2 as UInt8) == .seconds(2))
    #expect(Time.Stride(exactly: UInt64.max) == nil)
    #expect(Time.Stride(exactly: Int.max) == nil)
  }

  @Test(arguments: [
    (DispatchTimeInterval.seconds(3), 3_000_000_000), (.milliseconds(3), 3_000_000), (.microseconds(3), 3_000),
    (.nanoseconds(3), 3), (.never, Int.max), (.seconds(.max), Int.max), (.seconds(.min), Int.min),
  ])
  func dispatchIntervalsBecomeNanoseconds(_ interval: DispatchTimeInterval, nanoseconds: Int) {
    #expect(Time.Stride(interval).magnitude == nanoseconds)
  }

  @Test func stridesAndTimesAreClamped() {
    let longest = Time.Stride.nanoseconds(.max)
    let shortest = Time.Stride.nanoseconds(.min)
    #expect(Time.Stride.seconds(Int.max) == longest)
    #expect(Time.Stride.seconds(Int.min) == shortest)
    #expect(Time.Stride.milliseconds(.max) == longest)
    #expect(Time.Stride.microseconds(.min) == shortest)
    #expect(Time.Stride.seconds(1e300) == longest)
    #expect(Time.Stride.seconds(Double.infinity) == longest)
    #expect(Time.Stride.seconds(-Double.infinity) == shortest)
    #expect(longest + 1 == longest)
    #expect(shortest + -1 == shortest)
    #expect(longest - -1 == longest)
    #expect(shortest - 1 == shortest)
    #expect(longest * .nanoseconds(2) == longest)
    #expect(longest * .nanoseconds(-2) == shortest)
    #expect(shortest * .nanoseconds(-1) == longest)
  }

  @Test func addsSubtractsAndMultipliesNanoseconds() {
    var stride: Time.Stride = 3
    stride += .milliseconds(500)
    #expect(stride == 3.5)
    stride -= 1
    #expect(stride == 2.5)
    stride *= .nanoseconds(2)
    #expect(stride == 5)
    #expect(-stride == -5)
    #expect(Time.Stride.zero == 0)
    #expect([3, 1, 2].max() == (3 as Time.Stride))
  }

  @Test func isCodedAsNanoseconds() throws {
    let data = try JSONEncoder().encode([Time.Stride.nanoseconds(5)])
    #expect(String(decoding: data, as: UTF8.self) == #"[{"_nanoseconds":5}]"#)
    #expect(try JSONDecoder().decode([Time.Stride].self, from: data) == [.nanoseconds(5)])
  }
}

struct DispatchQueueTimeTests {
  private let base = Time(DispatchTime(uptimeNanoseconds: 1_000_000_000))

  @Test func advancesByItsDistance() {
    let later = base.advanced(by: .milliseconds(250))
    #expect(later.dispatchTime.uptimeNanoseconds == 1_250_000_000)
    #expect(base.distance(to: later) == .milliseconds(250))
    #expect(later.distance(to: base) == .milliseconds(-250))
    #expect(later.advanced(by: .milliseconds(-250)) == base)
    #expect(base < later && later > base)
    #expect(Set([base, later, base]).count == 2)
  }

  @Test func theFutureIsClamped() {
    let end = Time(.distantFuture)
    #expect(base.advanced(by: .nanoseconds(.max)) == end)
    #expect(base.advanced(by: Time.Stride(.never)) == end)
    // Dispatch would take these for times of another clock, which have come.
    #expect(base.advanced(by: .nanoseconds(.max - 1)) == end)
    #expect(base.advanced(by: .seconds(9_223_372_036)) == end)
    #expect(end.advanced(by: -5) == end)
    #expect(base.distance(to: end) == .nanoseconds(.max))
    #expect(end.distance(to: base) == .nanoseconds(-.max))
    #expect(Time(DispatchTime(uptimeNanoseconds: .max - 5)).advanced(by: 1) == end)
  }

  @Test func thePastIsClamped() {
    #expect(base.advanced(by: -1).dispatchTime.uptimeNanoseconds == 1)
    #expect(base.advanced(by: -2).dispatchTime.uptimeNanoseconds == 1)
    #expect(base.advanced(by: .nanoseconds(.min)).dispatchTime.uptimeNanoseconds == 1)
  }

  @Test func isCodedAsNanoseconds() throws {
    let data = try JSONEncoder().encode([base])
    #expect(String(decoding: data, as: UTF8.self) == "[1000000000]")
    #expect(try JSONDecoder().decode([Time].self, from: data) == [base])
  }

  @Test func nowMovesWithDispatch() {
    let before = DispatchTime.now()
    let now = DispatchQueue.main.now
    #expect(before <= now.dispatchTime && now.dispatchTime <= .now())
    #expect(DispatchQueue.main.minimumTolerance == 0)
  }
}

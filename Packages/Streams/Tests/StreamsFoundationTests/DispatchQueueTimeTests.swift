import Dispatch
import Foundation
import Streams
import Testing

private typealias Time = DispatchQueue.SchedulerTimeType

struct DispatchQueueStrideTests {
  @Test func unitsAreNanoseconds() {
    expectEqual(Time.Stride.seconds(2).magnitude, 2_000_000_000)
    expectEqual(Time.Stride.milliseconds(2).magnitude, 2_000_000)
    expectEqual(Time.Stride.microseconds(2).magnitude, 2_000)
    expectEqual(Time.Stride.nanoseconds(2).magnitude, 2)
    expectEqual(Time.Stride.seconds(0.25).magnitude, 250_000_000)
    expectEqual(Time.Stride.seconds(0.29).magnitude, 290_000_000, "the nearest nanosecond, not the one below")
    expectEqual(Time.Stride.seconds(-1.5).timeInterval, .nanoseconds(-1_500_000_000))
  }

  @Test func literalsAreSeconds() {
    expectEqual(2 as Time.Stride, .seconds(2))
    expectEqual(2.5 as Time.Stride, .milliseconds(2_500))
    expectEqual(-1 as Time.Stride, .seconds(-1))
  }

  @Test func exactlyTakesSeconds() {
    expectEqual(Time.Stride(exactly: 2 as UInt8), .seconds(2))
    #expect(Time.Stride(exactly: UInt64.max) == nil)
    #expect(Time.Stride(exactly: Int.max) == nil)
  }

  @Test(arguments: [
    (DispatchTimeInterval.seconds(3), 3_000_000_000), (.milliseconds(3), 3_000_000), (.microseconds(3), 3_000),
    (.nanoseconds(3), 3), (.never, Int.max), (.seconds(.max), Int.max), (.seconds(.min), Int.min),
  ])
  func dispatchIntervalsBecomeNanoseconds(_ interval: DispatchTimeInterval, nanoseconds: Int) {
    expectEqual(Time.Stride(interval).magnitude, nanoseconds)
  }

  @Test func stridesAndTimesAreClamped() {
    let longest = Time.Stride.nanoseconds(.max)
    let shortest = Time.Stride.nanoseconds(.min)
    expectEqual(Time.Stride.seconds(Int.max), longest)
    expectEqual(Time.Stride.seconds(Int.min), shortest)
    expectEqual(Time.Stride.milliseconds(.max), longest)
    expectEqual(Time.Stride.microseconds(.min), shortest)
    expectEqual(Time.Stride.seconds(1e300), longest)
    expectEqual(Time.Stride.seconds(Double.infinity), longest)
    expectEqual(Time.Stride.seconds(-Double.infinity), shortest)
    expectEqual(longest + 1, longest)
    expectEqual(shortest + -1, shortest)
    expectEqual(longest - -1, longest)
    expectEqual(shortest - 1, shortest)
    expectEqual(longest * .nanoseconds(2), longest)
    expectEqual(longest * .nanoseconds(-2), shortest)
    expectEqual(shortest * .nanoseconds(-1), longest)
  }

  @Test func addsSubtractsAndMultipliesNanoseconds() {
    var stride: Time.Stride = 3
    stride += .milliseconds(500)
    expectEqual(stride, 3.5)
    stride -= 1
    expectEqual(stride, 2.5)
    stride *= .nanoseconds(2)
    expectEqual(stride, 5)
    expectEqual(-stride, -5)
    expectEqual(Time.Stride.zero, 0)
    expectEqual([3, 1, 2].max(), 3 as Time.Stride)
  }

  @Test func isCodedAsNanoseconds() throws {
    let data = try JSONEncoder().encode([Time.Stride.nanoseconds(5)])
    expectEqual(String(decoding: data, as: UTF8.self), #"[{"_nanoseconds":5}]"#)
    try expectEqual(JSONDecoder().decode([Time.Stride].self, from: data), [.nanoseconds(5)])
  }
}

struct DispatchQueueTimeTests {
  private let base = Time(DispatchTime(uptimeNanoseconds: 1_000_000_000))

  @Test func advancesByItsDistance() {
    let later = base.advanced(by: .milliseconds(250))
    expectEqual(later.dispatchTime.uptimeNanoseconds, 1_250_000_000)
    expectEqual(base.distance(to: later), .milliseconds(250))
    expectEqual(later.distance(to: base), .milliseconds(-250))
    expectEqual(later.advanced(by: .milliseconds(-250)), base)
    #expect(base < later && later > base)
    expectEqual(Set([base, later, base]).count, 2)
  }

  @Test func theFutureIsClamped() {
    let end = Time(.distantFuture)
    expectEqual(base.advanced(by: .nanoseconds(.max)), end)
    expectEqual(base.advanced(by: Time.Stride(.never)), end)
    // Dispatch would take these for times of another clock, which have come.
    expectEqual(base.advanced(by: .nanoseconds(.max - 1)), end)
    expectEqual(base.advanced(by: .seconds(9_223_372_036)), end)
    expectEqual(end.advanced(by: -5), end)
    expectEqual(base.distance(to: end), .nanoseconds(.max))
    expectEqual(end.distance(to: base), .nanoseconds(-.max))
    expectEqual(Time(DispatchTime(uptimeNanoseconds: .max - 5)).advanced(by: 1), end)
  }

  @Test func thePastIsClamped() {
    expectEqual(base.advanced(by: -1).dispatchTime.uptimeNanoseconds, 1)
    expectEqual(base.advanced(by: -2).dispatchTime.uptimeNanoseconds, 1)
    expectEqual(base.advanced(by: .nanoseconds(.min)).dispatchTime.uptimeNanoseconds, 1)
  }

  @Test func isCodedAsNanoseconds() throws {
    let data = try JSONEncoder().encode([base])
    expectEqual(String(decoding: data, as: UTF8.self), "[1000000000]")
    try expectEqual(JSONDecoder().decode([Time].self, from: data), [base])
  }

  @Test func nowMovesWithDispatch() {
    let before = DispatchTime.now()
    let now = DispatchQueue.main.now
    #expect(before <= now.dispatchTime && now.dispatchTime <= .now())
    expectEqual(DispatchQueue.main.minimumTolerance, 0)
  }
}

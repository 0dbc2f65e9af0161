import Foundation
import Streams
import Testing

@Suite struct RunLoopStrideTests {
  typealias Time = RunLoop.SchedulerTimeType

  @Test func unitsAndLiteralsAreSeconds() {
    #expect(Time.Stride.seconds(2).magnitude == 2)
    #expect(Time.Stride.seconds(0.25).timeInterval == 0.25)
    #expect(Time.Stride.milliseconds(2_500) == 2.5)
    #expect(Time.Stride.microseconds(500) == 0.0005)
    #expect(Time.Stride.nanoseconds(500) == 0.0000005)
    #expect(Time.Stride(exactly: 7) == 7)
    #expect(Time.Stride(exactly: UInt64.max) == nil)
  }

  @Test func arithmetic() {
    var stride: Time.Stride = 3
    stride += 0.5
    stride -= 1
    stride *= 2
    #expect(stride == 5)
    #expect(-stride == -5 && stride > .zero)
  }

  @Test func datesAndCoding() throws {
    let base = Time(Date(timeIntervalSinceReferenceDate: 10))
    let later = base.advanced(by: 2.5)
    #expect(later.date == Date(timeIntervalSinceReferenceDate: 12.5))
    #expect(base.distance(to: later) == 2.5)
    #expect(base < later && Set([base, later, base]).count == 2)
    #expect(try JSONDecoder().decode(Time.self, from: JSONEncoder().encode(base)) == base)
    let stride: Time.Stride = 2.5
    #expect(try JSONDecoder().decode(Time.Stride.self, from: JSONEncoder().encode(stride)) == stride)
  }
}

@Suite struct OperationQueueStrideTests {
  typealias Time = OperationQueue.SchedulerTimeType

  @Test func unitsAndLiteralsAreSeconds() {
    #expect(Time.Stride.seconds(2).magnitude == 2)
    #expect(Time.Stride.seconds(0.25).timeInterval == 0.25)
    #expect(Time.Stride.milliseconds(2_500) == 2.5)
    #expect(Time.Stride.microseconds(500) == 0.0005)
    #expect(Time.Stride.nanoseconds(500) == 0.0000005)
    #expect(Time.Stride(exactly: 7) == 7)
    #expect(Time.Stride(exactly: UInt64.max) == nil)
  }

  @Test func arithmetic() {
    var stride: Time.Stride = 3
    stride += 0.5
    stride -= 1
    stride *= 2
    #expect(stride == 5)
    #expect(-stride == -5 && stride > .zero)
  }

  @Test func datesAndCoding() throws {
    let base = Time(Date(timeIntervalSinceReferenceDate: 10))
    let later = base.advanced(by: 2.5)
    #expect(later.date == Date(timeIntervalSinceReferenceDate: 12.5))
    #expect(base.distance(to: later) == 2.5)
    #expect(base < later && Set([base, later, base]).count == 2)
    #expect(try JSONDecoder().decode(Time.self, from: JSONEncoder().encode(base)) == base)
    let stride: Time.Stride = 2.5
    #expect(try JSONDecoder().decode(Time.Stride.self, from: JSONEncoder().encode(stride)) == stride)
  }
}

import Foundation
import Streams
import Testing

/// The common interface of the points in time of run loops and of operation queues.
private protocol DateTime: Strideable, Codable, Hashable where Stride: DateStride {
  init(_ date: Date)
  var date: Date { get }
}

/// The common interface of their strides.
private protocol DateStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
  Codable
where Magnitude == TimeInterval {
  var timeInterval: TimeInterval { get }
}

extension RunLoop.SchedulerTimeType: DateTime {}
extension RunLoop.SchedulerTimeType.Stride: DateStride {}
extension OperationQueue.SchedulerTimeType: DateTime {}
extension OperationQueue.SchedulerTimeType.Stride: DateStride {}

struct RunLoopStrideTests {
  @Test func unitsAndLiteralsAreSeconds() { checkUnits(of: RunLoop.SchedulerTimeType.self) }
  @Test func addsSubtractsAndMultipliesSeconds() { checkArithmetic(of: RunLoop.SchedulerTimeType.self) }
  @Test func datesAdvanceAndAreCoded() throws { try checkDates(of: RunLoop.SchedulerTimeType.self) }
}

struct OperationQueueStrideTests {
  @Test func unitsAndLiteralsAreSeconds() { checkUnits(of: OperationQueue.SchedulerTimeType.self) }
  @Test func addsSubtractsAndMultipliesSeconds() { checkArithmetic(of: OperationQueue.SchedulerTimeType.self) }
  @Test func datesAdvanceAndAreCoded() throws { try checkDates(of: OperationQueue.SchedulerTimeType.self) }
}

private func checkUnits<Time: DateTime>(of _: Time.Type) {
  expectEqual(Time.Stride.seconds(2).magnitude, 2)
  expectEqual(Time.Stride.seconds(0.25).timeInterval, 0.25)
  expectEqual(Time.Stride.milliseconds(2_500), 2.5)
  expectEqual(Time.Stride.microseconds(500), 0.0005)
  expectEqual(Time.Stride.nanoseconds(500), 0.0000005)
  expectEqual(Time.Stride(exactly: 7), 7)
  #expect(Time.Stride(exactly: UInt64.max) == nil)
}

private func checkArithmetic<Time: DateTime>(of _: Time.Type) {
  var stride: Time.Stride = 3
  stride += 0.5
  stride -= 1
  stride *= 2
  expectEqual(stride, 5)
  #expect(-stride == -5 && stride > .zero)
}

private func checkDates<Time: DateTime>(of _: Time.Type) throws {
  let base = Time(Date(timeIntervalSinceReferenceDate: 10))
  let later = base.advanced(by: 2.5)
  expectEqual(later.date, Date(timeIntervalSinceReferenceDate: 12.5))
  expectEqual(base.distance(to: later), 2.5)
  // Arrays and sets compare with the operators of the type itself, and not with those that `Strideable` brings.
  #expect([later, base].sorted() == [base, later] && Set([base, later, base]).count == 2)
  try expectEqual(JSONDecoder().decode([Time].self, from: JSONEncoder().encode([base])), [base])
  let stride: Time.Stride = 2.5
  try expectEqual(JSONDecoder().decode(Time.Stride.self, from: JSONEncoder().encode(stride)), stride)
}

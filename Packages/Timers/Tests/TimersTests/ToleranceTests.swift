import Dispatch
import Testing
import Timers

/// The requests of a timer to its scheduler.
struct ToleranceTests {
  /// Records requests.
  final class Asked: Scheduler, @unchecked Sendable {
    // Used by one test on one thread.
    typealias SchedulerTimeType = VirtualTimeScheduler.SchedulerTimeType
    typealias SchedulerOptions = Int
    private(set) var asked: [(tolerance: SchedulerTimeType.Stride, options: Int?)] = []
    let virtual = VirtualTimeScheduler()
    var now: SchedulerTimeType { virtual.now }
    var minimumTolerance: SchedulerTimeType.Stride { .milliseconds(2) }
    func schedule(options: Int?, _ action: @escaping () -> Void) { virtual.schedule(options: nil, action) }
    func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Int?, _ action: @escaping () -> Void
    ) {
      virtual.schedule(after: date, tolerance: tolerance, options: nil, action)
    }
    func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: Int?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      asked.append((tolerance, options))
      return virtual.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }
  }

  @Test func toleranceAndOptionsReachTheScheduler() {
    let scheduler = Asked()
    for timer in [
      scheduler.timerPublisher(every: 1, tolerance: .milliseconds(30), options: 7),
      scheduler.timerPublisher(every: 1), Publishers.Timer(after: 1, tolerance: 0.5, scheduler: scheduler),
    ] {
      timer.connect().cancel()
    }
    #expect(scheduler.asked.map(\.tolerance) == [.milliseconds(30), .milliseconds(2), .seconds(0.5)])
    #expect(scheduler.asked.map(\.options) == [7, nil, nil])
  }
}

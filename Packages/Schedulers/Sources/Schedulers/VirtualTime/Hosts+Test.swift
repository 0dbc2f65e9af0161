import Dispatch
import Foundation
import Streams

extension DispatchQueue {
  /// A test scheduler in the time of dispatch queues, on the current timeline inside `withVirtualTime`, otherwise on a
  /// new one.
  ///
  /// Its time starts at 1 ns, because Dispatch reads 0 as "now".
  public static var test: TestSchedulerOf<DispatchQueue> { test(on: .current ?? Timeline("DispatchQueue.test")) }

  /// Returns a test scheduler in the time of dispatch queues, on `timeline`, which other schedulers may share.
  public static func test(on timeline: Timeline) -> TestSchedulerOf<DispatchQueue> {
    TestScheduler(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)), on: timeline)
  }
}

extension OperationQueue {
  /// A test scheduler in the time of operation queues, on the current timeline inside `withVirtualTime`, otherwise on a
  /// new one.
  ///
  /// Its time starts at the start of 1970.
  public static var test: TestSchedulerOf<OperationQueue> { test(on: .current ?? Timeline("OperationQueue.test")) }

  /// Returns a test scheduler in the time of operation queues, on `timeline`, which other schedulers may share.
  public static func test(on timeline: Timeline) -> TestSchedulerOf<OperationQueue> {
    TestScheduler(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)), on: timeline)
  }
}

extension RunLoop {
  /// A test scheduler in the time of run loops, on the current timeline inside `withVirtualTime`, otherwise on a new
  /// one.
  ///
  /// Its time starts at the start of 1970.
  public static var test: TestSchedulerOf<RunLoop> { test(on: .current ?? Timeline("RunLoop.test")) }

  /// Returns a test scheduler in the time of run loops, on `timeline`, which other schedulers may share.
  public static func test(on timeline: Timeline) -> TestSchedulerOf<RunLoop> {
    TestScheduler(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)), on: timeline)
  }
}

import Dispatch
import Foundation
import Streams

extension DispatchQueue {
  /// A test scheduler in the time of dispatch queues, new or, inside `withVirtualTime`, of the current timeline.
  ///
  /// It begins at 1 ns, since Dispatch reads 0 as now.
  public static var test: TestSchedulerOf<DispatchQueue> { test(on: .current ?? Timeline("DispatchQueue.test")) }

  /// A test scheduler in the time of dispatch queues, on a timeline that may be shared with others.
  public static func test(on timeline: Timeline) -> TestSchedulerOf<DispatchQueue> {
    TestScheduler(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)), on: timeline)
  }
}

extension OperationQueue {
  /// A test scheduler in the time of operation queues, new or, inside `withVirtualTime`, of the current timeline.
  ///
  /// It begins at the start of 1970.
  public static var test: TestSchedulerOf<OperationQueue> { test(on: .current ?? Timeline("OperationQueue.test")) }

  /// A test scheduler in the time of operation queues, on a timeline that may be shared with others.
  public static func test(on timeline: Timeline) -> TestSchedulerOf<OperationQueue> {
    TestScheduler(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)), on: timeline)
  }
}

extension RunLoop {
  /// A test scheduler in the time of run loops, new or, inside `withVirtualTime`, of the current timeline.
  ///
  /// It begins at the start of 1970.
  public static var test: TestSchedulerOf<RunLoop> { test(on: .current ?? Timeline("RunLoop.test")) }

  /// A test scheduler in the time of run loops, on a timeline that may be shared with others.
  public static func test(on timeline: Timeline) -> TestSchedulerOf<RunLoop> {
    TestScheduler(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)), on: timeline)
  }
}

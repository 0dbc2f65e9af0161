import Dispatch
import Foundation
import Streams

extension DispatchQueue {
  /// Runs everything immediately, in the time of dispatch queues. It is always 1 ns, since Dispatch reads 0 as now.
  public static var immediate: ImmediateSchedulerOf<DispatchQueue> {
    .init(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)))
  }
}

extension OperationQueue {
  /// Runs everything immediately, in the time of operation queues. It is always the start of 1970.
  public static var immediate: ImmediateSchedulerOf<OperationQueue> {
    .init(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)))
  }
}

extension RunLoop {
  /// Runs everything immediately, in the time of run loops. It is always the start of 1970.
  public static var immediate: ImmediateSchedulerOf<RunLoop> {
    .init(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)))
  }
}

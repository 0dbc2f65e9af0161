import Dispatch
import Foundation
import Streams

extension DispatchQueue {
  /// A scheduler that runs every action immediately, in the time of dispatch queues. Its time is always 1 ns, because
  /// Dispatch reads 0 as "now".
  public static var immediate: ImmediateSchedulerOf<DispatchQueue> {
    .init(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)))
  }
}

extension OperationQueue {
  /// A scheduler that runs every action immediately, in the time of operation queues. Its time is always the start of
  /// 1970.
  public static var immediate: ImmediateSchedulerOf<OperationQueue> {
    .init(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)))
  }
}

extension RunLoop {
  /// A scheduler that runs every action immediately, in the time of run loops. Its time is always the start of 1970.
  public static var immediate: ImmediateSchedulerOf<RunLoop> {
    .init(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)))
  }
}

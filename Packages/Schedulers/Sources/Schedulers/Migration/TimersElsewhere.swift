import Streams

extension Scheduler {
  /// `timerPublisher` is in the package Timers.
  @available(*, unavailable, message: "Depend on the package Timers, and import Timers.")
  public func timerPublisher(
    every interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil
  ) -> Publishers.MakeConnectable<Empty<SchedulerTimeType, Never>> {
    fatalError()
  }
}

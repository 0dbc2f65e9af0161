import Streams

// Names of combine-schedulers that the package Timers has. Without it, the compiler says where they are. With it, they are not
// chosen: these declarations are unavailable. The first is a function, because two types of one name would be ambiguous.

extension Publishers {
  /// `Publishers.Timer` is in the package Timers.
  @available(*, unavailable, message: "Depend on the package Timers, and import Timers.")
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static func Timer<S: Scheduler>(
    every interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> MakeConnectable<Empty<S.SchedulerTimeType, Never>> {
    fatalError()
  }
}

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

import Streams

/// A manual scheduler that operators use like one of the system.
struct RealTimeScheduler: Scheduler {
  typealias SchedulerTimeType = ManualScheduler.SchedulerTimeType
  typealias SchedulerOptions = String

  let base: ManualScheduler
  init(_ base: ManualScheduler) { self.base = base }

  var _isRealTime: Bool { true }
  var now: SchedulerTimeType { base.now }
  var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  func schedule(options: String?, _ action: @escaping () -> Void) { base.schedule(options: options, action) }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: String?,
    _ action: @escaping () -> Void
  ) { base.schedule(after: date, tolerance: tolerance, options: options, action) }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: String?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}

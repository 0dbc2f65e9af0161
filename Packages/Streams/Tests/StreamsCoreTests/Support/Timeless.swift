import Streams

/// A scheduler that runs work without a date at once, and work with a date never.
struct Timeless: Scheduler {
  typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
  typealias SchedulerOptions = Never
  /// Called whenever it is asked for the time.
  var whenAsked: () -> Void = {}
  var now: SchedulerTimeType {
    whenAsked()
    return ImmediateScheduler.shared.now
  }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }
  func schedule(options: Never?, _ action: @escaping () -> Void) { action() }
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {}
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable { AnyCancellable {} }
}

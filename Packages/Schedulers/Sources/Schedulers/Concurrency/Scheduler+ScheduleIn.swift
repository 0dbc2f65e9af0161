import Streams

extension Scheduler {
  /// Runs `action` once, `delay` from now, with the minimum tolerance.
  public func schedule(in delay: SchedulerTimeType.Stride, _ action: @escaping () -> Void) {
    schedule(after: now.advanced(by: delay), action)
  }
}

import Foundation
import StreamsCore

extension RunLoop: Scheduler {
  /// Options for actions scheduled on a run loop. There are none.
  public struct SchedulerOptions {}

  /// The current date.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// The smallest tolerance, always 0.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action` in the loop's default mode, as soon as possible. The loop must run.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    _ = add(action, at: nil, every: nil, tolerance: nil)
  }

  /// Runs `action` once, in the loop's default mode, at `date` or up to `tolerance` later.
  ///
  /// The loop must run. A negative tolerance counts as 0. Traps if a time is not a number.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    _ = add(action, at: date, every: nil, tolerance: tolerance)
  }

  public func _schedule(
    once date: SchedulerTimeType?, every interval: SchedulerTimeType.Stride?, tolerance: SchedulerTimeType.Stride?,
    options: SchedulerOptions?, _ action: @escaping () -> Void, keep: (consuming any Cancellable) -> Void
  ) {
    keep(add(action, at: date, every: interval, tolerance: tolerance))
  }

  @inline(never) private func add(
    _ action: @escaping () -> Void, at date: SchedulerTimeType?, every interval: SchedulerTimeType.Stride?,
    tolerance: SchedulerTimeType.Stride?
  ) -> AgendaItem {
    let tolerance = tolerance?.timeInterval ?? 0
    let date = date.map { checkedDate("RunLoop.schedule(after:)", $0.date, tolerance: tolerance) }
    return agenda(in: .default).add(action, at: date, every: interval?.timeInterval, tolerance: tolerance)
  }

  public var _isRealTime: Bool { true }

  /// Runs `action` in the loop's default mode at `date` and then every `interval`, each up to `tolerance` late, until
  /// the returned value is cancelled or released.
  ///
  /// The loop must run. Missed ticks are combined into one. A negative tolerance counts as 0, and an interval below 0.1
  /// ms as 0.1 ms. Traps if `interval` is negative or a time is not a number.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let date = checkedDate(
      "RunLoop.schedule(after:interval:)", date.date, every: interval.timeInterval, tolerance: tolerance.timeInterval)
    return AnyCancellable(
      agenda(in: .default).add(
        action, at: date, every: interval.timeInterval, tolerance: tolerance.timeInterval))
  }
}

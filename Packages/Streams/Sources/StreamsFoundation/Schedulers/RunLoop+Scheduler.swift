import Foundation
import StreamsCore
import StreamsDispatch

extension RunLoop: Scheduler {
  /// What can be asked of a run loop for scheduled work: nothing yet.
  public struct SchedulerOptions {}

  /// The current date.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// Zero: the loop can be asked for work without delay.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Does `action` in the next turn of the loop in its default mode.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let work = HandedOver(action)
    perform { work() }
  }

  /// Does `action` once, in the loop's default mode, at `date` or at most `tolerance` later.
  ///
  /// It is done only when the loop runs. A negative tolerance counts as zero.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let work = HandedOver(action)
    let timer = Timer(fire: date.date, interval: 0, repeats: false) { _ in work() }
    timer.tolerance = max(tolerance.timeInterval, 0)
    add(timer, forMode: .default)
  }

  /// Does `action` in the loop's default mode at `date` and then every `interval`, each at most `tolerance` late, until
  /// the result is cancelled or released.
  ///
  /// It is done only when the loop runs; times that have passed meanwhile count as one. A negative tolerance counts as
  /// zero. Traps if `interval` is negative.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    precondition(
      interval >= 0, "RunLoop.schedule(after:interval:): the interval must not be negative, is \(interval)")
    let work = HandedOver(action)
    let timer = Timer(fire: date.date, interval: interval.timeInterval, repeats: true) { _ in work() }
    timer.tolerance = max(tolerance.timeInterval, 0)
    add(timer, forMode: .default)
    return AnyCancellable { timer.invalidate() }
  }
}

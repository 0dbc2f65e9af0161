import Foundation
import StreamsCore
import StreamsDispatch

extension RunLoop: Scheduler {
  /// Options for work scheduled on a run loop: none yet.
  public struct SchedulerOptions {}

  /// The current date.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// Zero: the loop accepts work without delay.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action` in the next turn of the loop in its default mode.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    agenda(in: .default).add(HandedOver(action), at: nil, every: nil, tolerance: 0)
  }

  /// Runs `action` once, in the loop's default mode, at `date` or at most `tolerance` later.
  ///
  /// It is done only when the loop runs. A negative tolerance counts as zero. Traps if a time is not a number.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let date = checkedDate("RunLoop.schedule(after:)", date.date, tolerance: tolerance.timeInterval)
    agenda(in: .default).add(HandedOver(action), at: date, every: nil, tolerance: tolerance.timeInterval)
  }

  /// Runs `action` in the loop's default mode at `date` and then every `interval`, each at most `tolerance` late, until
  /// the result is cancelled or released.
  ///
  /// It is done only when the loop runs; times that have passed meanwhile count as one. A negative tolerance counts as
  /// zero, an interval under a tenth of a millisecond as that. Traps if `interval` is negative or a time is not a
  /// number.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let date = checkedDate(
      "RunLoop.schedule(after:interval:)", date.date, every: interval.timeInterval, tolerance: tolerance.timeInterval)
    let agenda = agenda(in: .default)
    let item = agenda.add(
      HandedOver(action), at: date, every: interval.timeInterval, tolerance: tolerance.timeInterval)
    return AnyCancellable { agenda.remove(item) }
  }
}

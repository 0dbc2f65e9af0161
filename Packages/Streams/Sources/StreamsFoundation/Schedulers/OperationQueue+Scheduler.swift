import Dispatch
import Foundation
import StreamsCore
import StreamsDispatch

extension OperationQueue: Scheduler {
  /// Options for work scheduled on an operation queue: none yet.
  public struct SchedulerOptions {}

  /// The current date.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// Zero: the queue accepts work without delay.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Adds an operation that does `action`.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let work = HandedOver(action)
    addOperation { work() }
  }

  /// Adds an operation that does `action` once, and is ready at `date` or at most `tolerance` later.
  ///
  /// Cancelling the queue's operations cancels it. A negative tolerance counts as zero. Traps if a time is not a
  /// number.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let date = checkedDate("OperationQueue.schedule(after:)", date.date, tolerance: tolerance.timeInterval)
    let operation = DelayedOperation(HandedOver(action))
    operation.add(to: self)
    operation.wait(until: date, tolerance: tolerance.timeInterval)
  }

  /// Adds an operation that does `action` at `date` and, when it is done, another one for `interval` later, each at
  /// most `tolerance` late, until the result is cancelled or released.
  ///
  /// Two of them never run at once; times that have passed while one was running are left out. Cancelling the queue's
  /// operations ends the repetition. A negative tolerance counts as zero. Traps if `interval` is negative or a time is
  /// not a number.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let date = checkedDate(
      "OperationQueue.schedule(after:interval:)", date.date, every: interval.timeInterval,
      tolerance: tolerance.timeInterval)
    let repetition = Repetition(
      on: self, every: interval.timeInterval, tolerance: tolerance.timeInterval, doing: HandedOver(action))
    repetition.add(for: date)
    return AnyCancellable { repetition.cancel() }
  }
}

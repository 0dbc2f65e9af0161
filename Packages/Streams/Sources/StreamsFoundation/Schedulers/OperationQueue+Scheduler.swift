import Dispatch
import Foundation
import StreamsCore

extension OperationQueue: Scheduler {
  /// Options for actions scheduled on an operation queue. There are none.
  public struct SchedulerOptions {}

  /// The current date.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// The smallest tolerance, always 0.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Adds an operation that runs `action`.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    // Safe because the caller gives it away: the queue only calls it, once.
    nonisolated(unsafe) let action = action
    addOperation { action() }
  }

  /// Adds an operation that runs `action` once, and is ready at `date` or up to `tolerance` later.
  ///
  /// Cancelling the queue's operations cancels it. A negative tolerance counts as 0. Traps if a time is not a number.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    add(DelayedOperation<Never>(action), for: date, tolerance)
  }

  private func add(
    _ operation: DelayedOperation<Never>, for date: SchedulerTimeType, _ tolerance: SchedulerTimeType.Stride
  ) {
    let tolerance = tolerance.timeInterval
    let time = checkedDate("OperationQueue.schedule(after:)", date.date, tolerance: tolerance)
    operation.add(to: self)
    operation.wait(until: time, tolerance: tolerance)
  }

  // `cancelAllOperations()` cancels none of these. Only an action with a date can be removed.
  public func _schedule(
    once date: SchedulerTimeType?, every interval: SchedulerTimeType.Stride?, tolerance: SchedulerTimeType.Stride?,
    options: SchedulerOptions?, _ action: @escaping () -> Void, keep: (consuming any Cancellable) -> Void
  ) {
    if let date, let interval {
      return keep(repeated(after: date, interval: interval, tolerance: tolerance ?? 0, isOfStream: true, action))
    }
    let operation = DelayedOperation<Never>(action, isDue: date == nil, isOfStream: true)
    guard let date else { return operation.add(to: self) }
    add(operation, for: date, tolerance ?? 0)
    keep(OperationRemoval(operation: operation))
  }

  public var _isRealTime: Bool { true }

  /// Runs `action` at `date` and then every `interval`, each up to `tolerance` late, until the returned value is
  /// cancelled or released.
  ///
  /// Each run is an operation, which adds the next one. Two of them never run at once, and ticks missed while one runs
  /// are skipped. Cancelling the queue's operations ends the repetition. A negative tolerance counts as 0. Traps if
  /// `interval` is negative or a time is not a number.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    repeated(after: date, interval: interval, tolerance: tolerance, isOfStream: false, action)
  }

  private func repeated(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    isOfStream: Bool, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let date = checkedDate(
      "OperationQueue.schedule(after:interval:)", date.date, every: interval.timeInterval,
      tolerance: tolerance.timeInterval)
    let repetition = Repetition(
      on: self, every: interval.timeInterval, tolerance: tolerance.timeInterval, doing: action,
      isOfStream: isOfStream)
    repetition.add(for: date)
    return AnyCancellable { repetition.cancel() }
  }
}

/// A repeated action of an operation queue, as one operation after the other.
///
/// Sendable because its variables are accessed only under its lock.
private final class Repetition: @unchecked Sendable {
  private let queue: OperationQueue
  private let interval: TimeInterval
  private let tolerance: TimeInterval
  private let isOfStream: Bool
  private let lock = Lock()
  // Guarded by `lock`.
  /// The action; nil after the cancellation.
  private var work: (() -> Void)?
  /// The waiting or running operation.
  private var operation: DelayedOperation<Never>?

  init(
    on queue: OperationQueue, every interval: TimeInterval, tolerance: TimeInterval, doing work: @escaping () -> Void,
    isOfStream: Bool
  ) {
    self.queue = queue
    self.interval = interval
    self.tolerance = tolerance
    self.isOfStream = isOfStream
    self.work = work
  }

  /// Adds the operation that runs the action at `date`, unless the repetition or its last operation has been cancelled.
  func add(for date: Date) {
    if lock.withLock({ work == nil }) { return }
    // If the queue cancels the operation, the repetition ends, so that the action is released.
    let operation = DelayedOperation<Never>(
      { [self] in perform(dueAt: date) }, isOfStream: isOfStream, onCancel: { [self] in cancel() })
    operation.add(to: queue)
    let (isOver, last) = lock.withLock {
      let last = self.operation
      if work != nil { self.operation = operation }
      return (work == nil, last)
    }
    if isOver || last?.isCancelled == true {
      operation.remove()
    } else {
      operation.wait(until: date, tolerance: tolerance)
    }
  }

  private func perform(dueAt date: Date) {
    guard let work = lock.withLock({ self.work }) else { return }
    work()
    add(for: next(after: date))
  }

  /// Returns the first time after `date`, in steps of the interval, that has not passed, or an interval from now if the
  /// clock has been set back.
  private func next(after date: Date) -> Date {
    let passed = Date().timeIntervalSince(date)
    let steps = interval > 0 && passed > interval ? (passed / interval).rounded(.up) : 1
    return min(date.addingTimeInterval(steps * interval), Date(timeIntervalSinceNow: interval))
  }

  /// Ends the repetition. The action does not start again, and is released.
  func cancel() {
    let (work, operation) = lock.withLock { (self.work.take(), self.operation.take()) }
    withExtendedLifetime(work) { operation?.remove() }
  }
}

/// Removes an operation of a stream.
private struct OperationRemoval: Cancellable {
  let operation: DelayedOperation<Never>
  func cancel() { operation.remove() }
}

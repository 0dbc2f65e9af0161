import Foundation
import StreamsCore

/// A repeated action of an operation queue, as one operation after the other.
///
/// Sendable because its variables are accessed only under its lock.
final class Repetition: @unchecked Sendable {
  private let queue: OperationQueue
  private let interval: TimeInterval
  private let tolerance: TimeInterval
  private let isOfStream: Bool
  private let lock = Lock()
  // Guarded by `lock`.
  /// The action; nil after the cancellation.
  private var work: HandedOver?
  /// The waiting or running operation.
  private var operation: DelayedOperation?

  init(
    on queue: OperationQueue, every interval: TimeInterval, tolerance: TimeInterval, doing work: HandedOver,
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
    let operation = DelayedOperation(
      HandedOver { [self] in perform(dueAt: date) }, isOfStream: isOfStream, onCancel: { [self] in cancel() })
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

  /// Returns the first time after `date`, in steps of the interval, that has not passed.
  private func next(after date: Date) -> Date {
    let passed = Date().timeIntervalSince(date)
    let steps = interval > 0 && passed > interval ? (passed / interval).rounded(.up) : 1
    return date.addingTimeInterval(steps * interval)
  }

  /// Ends the repetition. The action does not start again, and is released.
  func cancel() {
    let (work, operation) = lock.withLock { (self.work.take(), self.operation.take()) }
    withExtendedLifetime(work) { operation?.remove() }
  }
}

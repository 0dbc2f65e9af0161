import Foundation
import StreamsCore

/// A repeated action of an operation queue, as one operation after the other.
///
/// Sendable because `state` is accessed only under its lock, and the rest is constant.
final class Repetition: @unchecked Sendable {
  private struct State {
    /// The action; nil after the cancellation.
    var work: HandedOver?
    /// The waiting or running operation.
    var operation: DelayedOperation?
  }

  private let queue: OperationQueue
  private let interval: TimeInterval
  private let tolerance: TimeInterval
  private let isOfStream: Bool
  private let lock = Lock()
  /// Guarded by `lock`.
  private var state: State

  init(
    on queue: OperationQueue, every interval: TimeInterval, tolerance: TimeInterval, doing work: HandedOver,
    isOfStream: Bool
  ) {
    self.queue = queue
    self.interval = interval
    self.tolerance = tolerance
    self.isOfStream = isOfStream
    state = State(work: work)
  }

  /// Adds the operation that runs the action at `date`, unless the repetition or its last operation has been cancelled.
  func add(for date: Date) {
    if lock.withLock({ state.work == nil }) { return }
    // If the queue cancels the operation, the repetition ends, so that the action is released.
    let operation = DelayedOperation(
      HandedOver { [self] in perform(dueAt: date) }, isOfStream: isOfStream, onCancel: { [self] in cancel() })
    operation.add(to: queue)
    let (isOver, last) = lock.withLock {
      let last = state.operation
      if state.work != nil { state.operation = operation }
      return (state.work == nil, last)
    }
    if isOver || last?.isCancelled == true {
      operation.remove()
    } else {
      operation.wait(until: date, tolerance: tolerance)
    }
  }

  private func perform(dueAt date: Date) {
    guard let work = lock.withLock({ state.work }) else { return }
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
    let last = lock.withLock {
      defer { state = State() }
      return state
    }
    last.operation?.remove()
  }
}

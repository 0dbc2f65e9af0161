import Foundation
import StreamsCore
import StreamsDispatch

/// Work that an operation queue does again and again, as one operation after the other.
///
/// Sendable because `state` is reached only under its lock and the rest does not change.
final class Repetition: @unchecked Sendable {
  private struct State {
    /// Nil once it is cancelled.
    var work: HandedOver?
    /// What is waiting or being done.
    var operation: DelayedOperation?
  }

  private let queue: OperationQueue
  private let interval: TimeInterval
  private let tolerance: TimeInterval
  private let state: Locked<State>

  init(on queue: OperationQueue, every interval: TimeInterval, tolerance: TimeInterval, doing work: HandedOver) {
    self.queue = queue
    self.interval = interval
    self.tolerance = tolerance
    state = Locked(State(work: work))
  }

  /// Adds the operation that does the work at `date`, unless it has been cancelled or the last operation has.
  func add(for date: Date) {
    if state.withLock({ $0.work == nil }) { return }
    // Cancelled by its queue, it ends the repetition, so that the work is released.
    let operation = DelayedOperation(HandedOver { [self] in perform(dueAt: date) }, onCancel: { [self] in cancel() })
    operation.add(to: queue)
    let (isOver, last) = state.withLock { state in
      let last = state.operation
      if state.work != nil { state.operation = operation }
      return (state.work == nil, last)
    }
    if isOver || last?.isCancelled == true {
      operation.cancel()
    } else {
      operation.wait(until: date, tolerance: tolerance)
    }
  }

  private func perform(dueAt date: Date) {
    guard let work = state.withLock({ $0.work }) else { return }
    work()
    add(for: next(after: date))
  }

  /// The first time after `date` in steps of the interval that has not passed.
  private func next(after date: Date) -> Date {
    let passed = Date().timeIntervalSince(date)
    let steps = interval > 0 && passed > interval ? (passed / interval).rounded(.up) : 1
    return date.addingTimeInterval(steps * interval)
  }

  /// Ends it. The work is not begun again, and is released.
  func cancel() {
    let last = state.withLock { state in
      defer { state = State() }
      return state
    }
    last.operation?.cancel()
  }
}

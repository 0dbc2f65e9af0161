import Dispatch
import Foundation
import StreamsCore
import StreamsDispatch

/// An operation that is not ready before a date. Meanwhile it is on its queue, which can cancel it.
///
/// Away from Apple's systems Foundation keeps no reference to operations that it will reach for: when one ends, or a
/// barrier, to those that depend on it, even if they were cancelled and released. Therefore this one depends on no
/// operation that a timer ends, and one that is cancelled while it is behind barriers keeps itself until they are over.
///
/// Sendable because `state` is reached only under its lock.
final class DelayedOperation: Operation, @unchecked Sendable {
  private struct State {
    /// Nil once it has begun or is cancelled.
    var work: HandedOver?
    /// What to do when it is cancelled before it has begun. Nil afterwards.
    var onCancel: (@Sendable () -> Void)?
    var timer: (any DispatchSourceTimer)?
    var isDue = false
    var isCancelled = false
    /// Itself, from when it is cancelled until Foundation no longer reaches for it.
    var keeper: DelayedOperation?
  }

  private let state: Locked<State>

  init(_ work: HandedOver, onCancel: (@Sendable () -> Void)? = nil) {
    state = Locked(State(work: work, onCancel: onCancel))
  }

  /// Adds it to `queue`, with the quality of service of that.
  func add(to queue: OperationQueue) {
    if queue.qualityOfService != .default { qualityOfService = queue.qualityOfService }
    queue.addOperation(self)
  }

  /// Becomes ready at `date`, or at most `tolerance` seconds later, by a clock that does not go back. For an operation
  /// that is on its queue: Foundation may miss what becomes ready while it is being added.
  func wait(until date: Date, tolerance: TimeInterval) {
    typealias Time = DispatchQueue.SchedulerTimeType
    let deadline = Time(.now()).advanced(by: .seconds(max(date.timeIntervalSinceNow, 0)))
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: deadline.dispatchTime, leeway: Time.Stride.seconds(max(tolerance, 0)).timeInterval)
    timer.setEventHandler { [weak self] in self?.becomeReady() }
    let isDue = state.withLock { state in
      if !state.isDue { state.timer = timer }
      return state.isDue
    }
    timer.resume()
    if isDue { timer.cancel() }
  }

  private func becomeReady() {
    let timer = state.withLock { state in
      state.isDue = true
      return state.timer.take()
    }
    timer?.cancel()
    didChangeValue(forKey: "isReady")
  }

  /// Foundation also asks when the last barrier before it is over.
  override var isReady: Bool {
    let isFree = super.isReady
    let (isReady, keeper) = state.withLock { state in
      (state.isCancelled || state.isDue && isFree, isFree ? state.keeper.take() : nil)
    }
    return withExtendedLifetime(keeper) { isReady }
  }

  override func main() {
    let (work, onCancel) = state.withLock { ($0.work.take(), $0.onCancel.take()) }
    withExtendedLifetime(onCancel) { work?() }
  }

  override var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Releases the work immediately, unless it has begun.
  override func cancel() {
    if isFinished { return }
    let (work, onCancel) = state.withLock { state in
      if !state.isCancelled { state.keeper = self }
      state.isCancelled = true
      return (state.work.take(), state.onCancel.take())
    }
    becomeReady()
    withExtendedLifetime(work) { onCancel?() }
  }
}

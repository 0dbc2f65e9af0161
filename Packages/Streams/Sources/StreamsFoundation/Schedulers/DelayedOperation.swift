import Dispatch
import Foundation
import StreamsCore
import StreamsDispatch

/// An operation that is not ready before a date. Meanwhile it is on its queue, which can cancel it.
///
/// It does not depend on another operation that a timer ends: away from Apple's systems Foundation would reach for it then,
/// also if it has been cancelled and is gone.
///
/// Sendable because `state` is reached only under its lock.
final class DelayedOperation: Operation, @unchecked Sendable {
  private struct State {
    /// Nil once it has begun or is cancelled.
    var work: HandedOver?
    var timer: (any DispatchSourceTimer)?
    var isDue = false
  }

  private let state: Locked<State>

  init(_ work: HandedOver) { state = Locked(State(work: work)) }

  /// Adds it to `queue`, to be ready at `date` or at most `tolerance` seconds later, on a clock that does not go back.
  func add(to queue: OperationQueue, for date: Date, tolerance: TimeInterval) {
    queue.addOperation(self)
    // Not before: Foundation may miss what becomes ready while it is being added.
    let timer = makeTimer(for: date, tolerance: tolerance)
    let isWaiting = state.withLock { state in
      if state.work != nil { state.timer = timer }
      return state.work != nil
    }
    timer.resume()
    if !isWaiting { timer.cancel() }
  }

  private func makeTimer(for date: Date, tolerance: TimeInterval) -> any DispatchSourceTimer {
    typealias Time = DispatchQueue.SchedulerTimeType
    let deadline = Time(.now()).advanced(by: .seconds(max(date.timeIntervalSinceNow, 0)))
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: deadline.dispatchTime, leeway: Time.Stride.seconds(max(tolerance, 0)).timeInterval)
    timer.setEventHandler { [weak self] in self?.becomeReady() }
    return timer
  }

  private func becomeReady() {
    let timer = state.withLock { state in
      state.isDue = true
      return state.timer.take()
    }
    timer?.cancel()
    didChangeValue(forKey: "isReady")
  }

  override var isReady: Bool { (isCancelled || state.withLock { $0.isDue }) && super.isReady }

  override func main() {
    let work = state.withLock { $0.work.take() }
    work?()
  }

  /// Lets go of the work at once, unless it has begun.
  override func cancel() {
    let (work, timer) = state.withLock { ($0.work.take(), $0.timer.take()) }
    timer?.cancel()
    super.cancel()
    withExtendedLifetime(work) {}
  }
}

import Dispatch
import Foundation
import StreamsCore

/// An operation that is in its queue, and may wait for a date.
///
/// Outside Apple's platforms, Foundation does not retain an operation that depends on another operation or a barrier.
/// When the other one ends, Foundation accesses it, even if it has been cancelled and released. So this operation has
/// no dependency that ends at its date. If it is cancelled behind barriers, it retains itself until they have ended.
///
/// Generic only because its table of methods is then made when it is first used. A program otherwise contains the table,
/// and the names of Foundation's methods in it.
///
/// Sendable because its variables are accessed only under its lock.
final class DelayedOperation<Unused>: Operation, @unchecked Sendable {
  private let lock = Lock()
  // Guarded by `lock`.
  /// The action; nil after it has started or is cancelled.
  private var work: (() -> Void)?
  /// Called if the operation is cancelled before it starts. Nil afterwards.
  private var onCancel: (() -> Void)?
  private var timer: (any DispatchSourceTimer)?
  private var isDue: Bool
  private var hasBeenCancelled = false
  /// The operation itself, from its cancellation until Foundation no longer accesses it.
  private var keeper: DelayedOperation?

  /// Whether the operation belongs to a stream. The stream can remove it, but its queue cannot cancel it: a stream whose
  /// completion is dropped never ends.
  private let isOfStream: Bool

  init(
    _ work: @escaping () -> Void, isDue: Bool = false, isOfStream: Bool = false, onCancel: (() -> Void)? = nil
  ) {
    self.work = work
    self.isDue = isDue
    self.onCancel = onCancel
    self.isOfStream = isOfStream
  }

  /// Adds the operation to `queue`, with the queue's quality of service.
  func add(to queue: OperationQueue) {
    if queue.qualityOfService != .default { qualityOfService = queue.qualityOfService }
    queue.addOperation(self)
  }

  /// Makes the operation ready at `date`, or up to `tolerance` seconds later, by a monotonic clock. Called after it has
  /// been added to its queue, because Foundation may miss an operation that becomes ready while it is being added.
  func wait(until date: Date, tolerance: TimeInterval) {
    typealias Time = DispatchQueue.SchedulerTimeType
    let deadline = Time(.now()).advanced(by: .seconds(max(date.timeIntervalSinceNow, 0)))
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: deadline.dispatchTime, leeway: Time.Stride.seconds(max(tolerance, 0)).timeInterval)
    timer.setEventHandler { [weak self] in self?.becomeReady() }
    let isDue = lock.withLock {
      if !self.isDue { self.timer = timer }
      return self.isDue
    }
    timer.resume()
    if isDue { timer.cancel() }
  }

  @_semantics("optimize.sil.specialize.generic.never") private func becomeReady() {
    let timer = lock.withLock {
      isDue = true
      return self.timer.take()
    }
    timer?.cancel()
    didChangeValue(forKey: "isReady")
  }

  /// Foundation also reads this when the last barrier before the operation has ended.
  override var isReady: Bool {
    let isFree = super.isReady
    let (isReady, keeper) = lock.withLock {
      (hasBeenCancelled || isDue && isFree, isFree ? self.keeper.take() : nil)
    }
    return withExtendedLifetime(keeper) { isReady }
  }

  override func main() {
    let (work, onCancel) = lock.withLock { (self.work.take(), self.onCancel.take()) }
    withExtendedLifetime(onCancel) { work?() }
  }

  override var isCancelled: Bool { lock.withLock { hasBeenCancelled } }

  override func cancel() { if !isOfStream { remove() } }

  /// Cancels the operation, and releases the action immediately unless it has started.
  @_semantics("optimize.sil.specialize.generic.never") func remove() {
    if isFinished { return }
    let (work, onCancel) = lock.withLock {
      if !hasBeenCancelled { keeper = self }
      hasBeenCancelled = true
      return (self.work.take(), self.onCancel.take())
    }
    becomeReady()
    withExtendedLifetime(work) { onCancel?() }
  }
}

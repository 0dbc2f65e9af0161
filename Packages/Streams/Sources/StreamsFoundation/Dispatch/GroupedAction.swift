import Dispatch
import StreamsCore

/// An action that belongs to a group from its creation until it has run or is cancelled.
///
/// Sendable because a lock guards its state.
final class GroupedAction: Cancellable, @unchecked Sendable {
  private let group: DispatchGroup
  private let lock = Lock()
  /// Nil after it has started or is cancelled; guarded by `lock`.
  private var work: HandedOver?

  init(_ work: HandedOver, in group: DispatchGroup) {
    self.work = work
    self.group = group
    group.enter()
  }

  func run() {
    guard let work = take() else { return }
    work()
    group.leave()
  }

  func cancel() { if take() != nil { group.leave() } }

  private func take() -> HandedOver? { lock.withLock { work.take() } }
}

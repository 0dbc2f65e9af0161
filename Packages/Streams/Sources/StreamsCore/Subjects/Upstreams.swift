import Synchronization

/// The upstream subscriptions of a subject: everything is asked of them as soon as it is wanted, by a subscriber that asks
/// for anything, or by a subject that keeps values.
struct Upstreams: ~Copyable {
  private let isWanted = Atomic<Bool>(false)
  private let subscriptions = Locked<[any Subscription]>([])

  func add(_ subscription: any Subscription) {
    subscriptions.withLock { subscriptions in
      // Those that have ended go when there is no more room, so that they do not pile up.
      if subscriptions.count == subscriptions.capacity {
        subscriptions.removeAll { ($0 as? any SubjectUpstream)?.hasEnded ?? false }
      }
      subscriptions.append(subscription)
    }
    if isWanted.load(ordering: .acquiring) { subscription.request(.unlimited) }
  }

  /// Wants what will come; there is no upstream yet.
  func wantAll() { isWanted.store(true, ordering: .relaxed) }

  @inline(__always) func acknowledgeDemand() {
    if !isWanted.load(ordering: .acquiring) { firstDemand() }
  }

  private func firstDemand() {
    if isWanted.exchange(true, ordering: .acquiringAndReleasing) { return }
    for subscription in subscriptions.withLock({ $0 }) { subscription.request(.unlimited) }
  }

  func cancel() {
    let all = subscriptions.withLock { subscriptions in
      defer { subscriptions = [] }
      return subscriptions
    }
    for subscription in all { subscription.cancel() }
  }
}

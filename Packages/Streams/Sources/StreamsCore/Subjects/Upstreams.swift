import Synchronization

/// The upstream subscriptions of a subject. Unlimited values are requested from them at the first request of a
/// subscriber, or immediately if the subject keeps values.
struct Upstreams: ~Copyable {
  private let isWanted = Atomic<Bool>(false)
  private let subscriptions = Locked<[any Subscription]>([])

  func add(_ subscription: any Subscription) {
    subscriptions.withLock { subscriptions in
      // When there is no more room, ended ones are removed, so that they do not accumulate.
      if subscriptions.count == subscriptions.capacity {
        subscriptions.removeAll { ($0 as? any SubjectUpstream)?.hasEnded ?? false }
      }
      subscriptions.append(subscription)
    }
    if isWanted.load(ordering: .acquiring) { subscription.request(.unlimited) }
  }

  /// Requests unlimited values from all later upstreams. Called before there is one.
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

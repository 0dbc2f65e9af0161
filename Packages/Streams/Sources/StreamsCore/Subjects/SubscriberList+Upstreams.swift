/// The upstream subscriptions of a subject. Unlimited values are requested from them at the first request of a
/// subscriber, or immediately if the subject keeps values.
extension SubscriberList {
  final func add(upstream subscription: any Subscription) {
    upstreamLock.withLock {
      // When there is no more room, ended ones are removed, so that they do not accumulate.
      if upstreams.count == upstreams.capacity {
        upstreams.removeAll { ($0 as? any SubjectUpstream)?.isOver() ?? false }
      }
      upstreams.append(subscription)
    }
    if wantsUpstreams.load(ordering: .acquiring) { subscription.request(.unlimited) }
  }

  /// Requests unlimited values from all later upstreams. Called before there is one.
  final func wantUpstreams() { wantsUpstreams.store(true, ordering: .relaxed) }

  /// Requests unlimited values from the upstreams, at the first request of a subscriber.
  @inline(__always) final func demandReceived() {
    if !wantsUpstreams.load(ordering: .acquiring) { firstDemandReceived() }
  }

  private final func firstDemandReceived() {
    if wantsUpstreams.exchange(true, ordering: .acquiringAndReleasing) { return }
    for subscription in upstreamLock.withLock({ upstreams }) { subscription.request(.unlimited) }
  }

  final func cancelUpstreams() {
    var all: [any Subscription] = []
    upstreamLock.withLock { swap(&all, &upstreams) }
    for subscription in all { subscription.cancel() }
  }
}

/// A subscription without effect, where there is none. It takes less time to replace than an optional subscription.
@usableFromInline struct NoSubscription: Subscription {
  @inlinable init() {}

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier() }
  @usableFromInline func request(_ demand: Subscribers.Demand) {}
  @usableFromInline func cancel() {}
}

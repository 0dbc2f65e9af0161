/// One of the upstreams of a ``MergeCoordinator``.
@usableFromInline final class MergeInput<Output, Failure: Error>: _OperatorSubscriber<Output, Failure> {
  @usableFromInline let merger: MergeCoordinator<Output, Failure>
  /// Whether a value of this side waits for demand; owned by the draining thread.
  @usableFromInline @exclusivity(unchecked) var hasWaiting = false

  @inlinable init(_ merger: MergeCoordinator<Output, Failure>) {
    self.merger = merger
    super.init(
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.accept($1) { $1.request(me.merger.firstRequest()) }
      },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        return me.isLive ? me.merger.offer($1, from: me) : .none
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.isLive, me.finish() { me.merger.leave(.completion($1)) }
      })
  }

  override var description: String { "Merge" }
}

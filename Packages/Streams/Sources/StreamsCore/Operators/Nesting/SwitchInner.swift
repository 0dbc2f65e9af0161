/// The subscriber of one of the publishers that `switchToLatest` gets. Used again for another once it is over.
@usableFromInline final class SwitchInner<Child, Output, Failure: Error>: _Holder<Output, Failure> {
  /// Set while it is under way.
  @usableFromInline @exclusivity(unchecked) var outer: SwitchOuter<Child, Output, Failure>?
  /// Whether demand is passed on to it; guarded by the lock of `outer`.
  @usableFromInline @exclusivity(unchecked) var isOpen = false

  @inlinable init() {
    super.init(
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.accept($1), let outer = me.outer else { return }
        let demand = outer.open(me)
        if demand != .none { $1.request(demand) }
      },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.isLive, let outer = me.outer else { return .none }
        return outer.offer($1, from: me)
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.isLive, me.finish(), let outer = me.outer else { return }
        me.outer = nil
        outer.innerEnded(me, $1)
      })
  }

  @inlinable func leave() { _ = finishAndCancel() }

  @inlinable func renew(_ outer: SwitchOuter<Child, Output, Failure>) {
    self.outer = outer
    isOpen = false
    reset()
  }

  override var description: String { "SwitchToLatest" }
  override var customMirror: Mirror {
    Mirror(self, children: ["parentSubscription": outer.map { $0.combineIdentifier } as Any])
  }
}

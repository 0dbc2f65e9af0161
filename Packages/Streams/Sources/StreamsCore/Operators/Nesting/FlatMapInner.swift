import Synchronization

/// The subscriber of one of the publishers that `flatMap` has made. Used again for another once it is over.
@usableFromInline final class FlatMapInner<Input, Output, Failure: Error>: _Holder<Output, Failure> {
  /// Set while it is under way.
  @usableFromInline @exclusivity(unchecked) var outer: FlatMapOuter<Input, Output, Failure>?
  @usableFromInline let index: Int
  /// Whether it asks for one value at a time.
  @usableFromInline @exclusivity(unchecked) var isBounded = false

  @inlinable init(_ outer: FlatMapOuter<Input, Output, Failure>, _ index: Int) {
    self.outer = outer
    self.index = index
    super.init(
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.accept($1), let outer = me.outer else { return }
        me.isBounded = !outer.isUnlimited.load(ordering: .relaxed)
        $1.request(me.isBounded ? .max(1) : .unlimited)
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

  @usableFromInline func cancel() { _ = finishAndCancel() }

  override var description: String { "FlatMap" }
  override var customMirror: Mirror {
    Mirror(self, children: ["parentSubscription": outer.map { $0.combineIdentifier } as Any])
  }
}

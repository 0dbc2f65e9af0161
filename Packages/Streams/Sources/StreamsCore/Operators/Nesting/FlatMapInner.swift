import Synchronization

/// The subscriber of one of the publishers that `flatMap` has made. Used again for another once it is over.
@usableFromInline final class FlatMapInner<Input, Output, Failure: Error>: _Holder<Output, Failure> {
  @usableFromInline typealias Outer = FlatMapOuter<Input, Output, Failure>

  @usableFromInline let outer: Unmanaged<Outer>
  /// Holds `outer` while it is under way; then who delivers need not retain it.
  @usableFromInline @exclusivity(unchecked) var holder: Outer?
  @usableFromInline let index: Int
  /// Whether it asks for one value at a time.
  @usableFromInline @exclusivity(unchecked) var isBounded = false
  @usableFromInline @exclusivity(unchecked) var state = InnerState.resting

  @inlinable init(_ outer: Outer, _ index: Int) {
    self.outer = .passUnretained(outer)
    holder = outer
    self.index = index
    super.init(
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.accept($1) else { return }
        me.isBounded = me.outer._withUnsafeGuaranteedRef { !$0.isUnlimited.load(ordering: .relaxed) }
        $1.request(me.isBounded ? .max(1) : .unlimited)
      },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        return me.isLive ? me.pass($1) : .none
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.isLive, me.finish() { me.end($1) }
      })
  }

  @inlinable @inline(__always) func pass(_ value: Output) -> Subscribers.Demand {
    let former = state
    state = .passing
    return outer._withUnsafeGuaranteedRef { $0.offer(value, from: self, former) }
  }

  /// No value of it is being delivered any more.
  @inlinable func rest() {
    state = .resting
    if isOver { holder = nil }
  }

  @inlinable func end(_ completion: Subscribers.Completion<Failure>) {
    // Within a delivery, which still needs it, the reference stays until that is over.
    if state == .passing {
      return outer._withUnsafeGuaranteedRef { $0.innerEnded(self, completion, hasTurn: false) }
    }
    let hasTurn = state == .keepingTurn
    var outer: Outer?
    swap(&outer, &holder)
    outer?.innerEnded(self, completion, hasTurn: hasTurn)
  }

  @usableFromInline func cancel() { _ = finishAndCancel() }

  override var description: String { "FlatMap" }
  override var customMirror: Mirror {
    Mirror(
      self, children: ["parentSubscription": shown(holder.map { $0.combineIdentifier })],
      ancestorRepresentation: .suppressed)
  }
}

import Synchronization

/// The subscriber of one of the publishers that `switchToLatest` gets. Used again for another once it is over.
@usableFromInline final class SwitchInner<Child, Output, Failure: Error>: _Holder<Output, Failure> {
  @usableFromInline typealias Outer = SwitchOuter<Child, Output, Failure>

  @usableFromInline let outer: Unmanaged<Outer>
  /// Holds `outer` while it is under way; then who delivers need not retain it.
  @usableFromInline @exclusivity(unchecked) var holder: Outer?
  /// Whether demand is passed on to it; guarded by the lock of `outer`.
  @usableFromInline @exclusivity(unchecked) var isOpen = false
  /// Whether it is the last.
  @usableFromInline let isAlone = Atomic<Bool>(false)
  @usableFromInline @exclusivity(unchecked) var state = InnerState.resting

  @inlinable init(_ outer: Outer) {
    self.outer = .passUnretained(outer)
    super.init(
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.accept($1) else { return }
        let demand = me.outer._withUnsafeGuaranteedRef { $0.open(me) }
        if demand != .none { $1.request(demand) }
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

  @inlinable func leave() { _ = finishAndCancel() }

  @inlinable func renew(_ outer: Outer) {
    holder = outer
    state = .resting
    isOpen = false
    reset()
  }

  override var description: String { "SwitchToLatest" }
  override var customMirror: Mirror {
    Mirror(
      self, children: ["parentSubscription": shown(holder.map { $0.combineIdentifier })],
      ancestorRepresentation: .suppressed)
  }
}

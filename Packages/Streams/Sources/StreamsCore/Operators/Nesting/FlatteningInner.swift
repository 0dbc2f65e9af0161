import Synchronization

/// The subscriber of an inner publisher of a ``Flattening``. It is reused for another one after the end.
@usableFromInline final class FlatteningInner<Input, Output, Failure: Error>: _GuardedSubscriber<Output, Failure> {
  @usableFromInline typealias Outer = Flattening<Input, Output, Failure>

  @usableFromInline let outer: Unmanaged<Outer>
  /// Holds `outer` while this runs, so that a delivery need not retain it. Guarded by the gate.
  @usableFromInline @exclusivity(unchecked) var holder: Outer?
  @usableFromInline let index: Int
  /// Belongs to the delivery.
  @usableFromInline @exclusivity(unchecked) var state = DeliveryState.resting

  // Guarded by the lock of `outer`.

  /// The index of the next inner subscriber that does not run, if this one does not.
  @usableFromInline @exclusivity(unchecked) var nextIdle = -1
  /// Whether the publisher is running: it has not ended, and has not been replaced.
  @usableFromInline @exclusivity(unchecked) var isActive = true
  /// Whether the subscription has arrived, and demand is forwarded to it.
  @usableFromInline @exclusivity(unchecked) var isOpen = false
  /// Demand that must still be forwarded.
  @usableFromInline @exclusivity(unchecked) var owed = Subscribers.Demand.none

  init(_ outer: consuming Outer, _ index: Int) {
    self.outer = .passUnretained(outer)
    holder = consume outer
    self.index = index
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      return me.isPlain() ? me.deliver($1) : me.deliverGuarded($1)
    }
  }

  override func receive(subscription: any Subscription) {
    guard acceptGuarding(subscription) else { return forgetIfLeft() }
    let demand = outer._withUnsafeGuaranteedRef { $0.firstDemand(of: self) }
    if demand != .none { subscription.request(demand) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if finish() { isGuarded() ? endGuarded(completion) : endNow(completion) }
  }

  /// Resets the subscriber for another publisher. The lock of `outer` must be held.
  @inlinable func renew(_ outer: Outer) {
    resetGuarded()
    holder = outer
    state = .resting
    isActive = true
    isOpen = false
    owed = .none
  }

  @inline(__always) func deliver(_ value: Output) -> Subscribers.Demand {
    let former = state
    state = .delivering
    outer._withUnsafeGuaranteedRef { $0.receive(value, from: self, former) }
    return .none
  }

  func deliverGuarded(_ value: Output) -> Subscribers.Demand {
    if isOver() { return .none }
    if openUp() { return deliver(value) }
    if gate.call({ _ = deliver(value) }) { holder = nil }
    return .none
  }

  private func endNow(_ completion: Subscribers.Completion<Failure>) {
    outer._withUnsafeGuaranteedRef { $0.onInnerEnd(self, completion) }
  }

  private func endGuarded(_ completion: Subscribers.Completion<Failure>) {
    if gate.call({ endNow(completion) }) || gate.close() { holder = nil }
  }

  /// Ends the subscriber and cancels its publisher. Releases `outer`, because the publisher may keep this subscriber.
  @usableFromInline func leave() {
    _ = finishAndCancel()
    if isGuarded(), gate.close() { holder = nil }
  }

  /// Called if the subscription arrives too late. Releases `outer`, because the publisher may keep this subscriber.
  @usableFromInline func forgetIfLeft() {
    if isOver(), state == .resting, gate.close() { holder = nil }
  }

  /// Ends the delivery.
  @inlinable func rest() {
    state = .resting
    if isOver() {
      holder = nil
      // For `resetGuarded`, possibly on another thread.
      flags.bitwiseOr(HolderFlags.over, ordering: .releasing)
    }
  }

  @inlinable func end(_ completion: Subscribers.Completion<Failure>) {
    // During a delivery, which still needs it, the reference is kept until the delivery ends.
    if state == .delivering {
      return outer._withUnsafeGuaranteedRef { $0.ended(self, completion, isDelivering: false) }
    }
    let isDelivering = state == .keepingDelivery
    guard let outer = holder else { return }
    holder = nil
    outer.ended(self, completion, isDelivering: isDelivering)
  }

  override var description: String { outer._withUnsafeGuaranteedRef { $0.description } }
  override var customMirror: Mirror {
    Mirror(
      self, children: ["parentSubscription": shown(holder.map { $0.combineIdentifier })],
      ancestorRepresentation: .suppressed)
  }
}

/// Whether a ``FlatteningInner`` is delivering. Not nested in it, because a debug build would look up a nested type for
/// each comparison.
@frozen @usableFromInline enum DeliveryState {
  case resting
  /// Resting, but still the deliverer, because all values are its own.
  case keepingDelivery
  /// A value is being delivered, or queued.
  case delivering
}

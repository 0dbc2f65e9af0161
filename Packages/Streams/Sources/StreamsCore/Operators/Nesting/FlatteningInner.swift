import Synchronization

/// The subscriber of an inner publisher of a ``Flattening``. It is reused for another one after the end.
@usableFromInline final class FlatteningInner<Input, Output, Failure: Error>: OperatorSubscriber<Output, Failure> {
  @usableFromInline typealias Outer = Flattening<Input, Output, Failure>

  @_alwaysEmitIntoClient let outer: Unmanaged<Outer>
  /// Holds `outer` while this runs, so that a delivery need not retain it.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var holder: Outer?
  let index: Int
  private let name: StaticString
  private let needsSubscription: Bool
  /// Belongs to the delivery of the inner publisher.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var state = DeliveryState.idle

  // Guarded by the lock of `outer`.

  /// The index of the next inner subscriber that does not run, if this one does not.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var nextFree = -1
  /// Whether the publisher is running: it has not ended, and has not been replaced.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isActive = true
  /// Whether the subscription has arrived, and demand is forwarded to it. Used only by `switchToLatest`, like `unsent`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isOpen = false
  /// Whether a value waits that was sent with limited demand.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isWaiting = false
  /// Demand that must still be forwarded.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var unsent = Subscribers.Demand.none

  init(_ outer: consuming Outer, _ index: Int) {
    self.outer = .passUnretained(outer)
    name = outer.name
    needsSubscription = outer.isMerging
    holder = consume outer
    self.index = index
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      return me.isListening ? me.deliver($1) : .none
    }
  }

  private var isListening: Bool { needsSubscription ? isLive() : !upstreamIsOver() }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    let demand = outer._withUnsafeGuaranteedRef { $0.firstDemand(of: self) }
    if demand != .none { subscription.request(demand) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if isListening, finish() { outer._withUnsafeGuaranteedRef { $0.onInnerEnd(self, completion) } }
  }

  /// Resets the subscriber for another publisher. The lock of `outer` must be held.
  @_alwaysEmitIntoClient func renew(_ outer: Outer) {
    reset()
    holder = outer
    state = .idle
    isActive = true
    isOpen = false
    isWaiting = false
    unsent = .none
  }

  @inline(__always) func deliver(_ value: Output) -> Subscribers.Demand {
    let former = state
    state = .delivering
    let keepsDelivery = outer._withUnsafeGuaranteedRef { $0.receive(value, from: self, former) }
    // An outer delivery sets the state.
    if former == .delivering { return .none }
    state = keepsDelivery ? .keepingDelivery : .idle
    if !keepsDelivery, upstreamIsOver() {
      holder = nil
      // Releases the stores above; `reset`, possibly on another thread, acquires them.
      flags.bitwiseOr(Self.over, ordering: .releasing)
    }
    return .none
  }

  @_alwaysEmitIntoClient func end(_ completion: Subscribers.Completion<Failure>) {
    // During a delivery, which still needs it, the reference is kept until the delivery ends.
    if state == .delivering {
      return outer._withUnsafeGuaranteedRef { $0.ended(self, completion, isDelivering: false) }
    }
    let isDelivering = state == .keepingDelivery
    guard let outer = holder else { return }
    holder = nil
    outer.ended(self, completion, isDelivering: isDelivering)
  }

  /// Ends this subscriber, and cancels its publisher. A publisher that has sent no subscription may keep it. `outer` is then
  /// released, if no value can be under way because a subscription is needed for one.
  func stop() {
    _ = finishAndCancel()
    if needsSubscription, flags.load(ordering: .acquiring) & Self.arrived == 0 { holder = nil }
  }

  // Other threads may read these after `outer` is released.
  override var description: String { name.description }
  override var customMirror: Mirror {
    let parent: CombineIdentifier? = upstreamIsOver() ? nil : CombineIdentifier(address: outer.toOpaque())
    return Mirror(self, children: ["parentSubscription": shown(parent)], ancestorRepresentation: .suppressed)
  }
}

/// Whether a ``FlatteningInner`` is delivering.
///
/// An inner publisher that is the last one left need not announce each delivery, because no other value can come. After
/// a value sent directly, it keeps the delivery: the word of the drain stays *delivering*. Its next value then needs only a
/// look at the word. If that says that something else is pending, such as a request or a cancellation, or if the
/// publisher ends, this inner publisher settles as the delivering thread.
///
/// Not nested in the class, because the code that compares it is not specialised. It would look up a nested type: 202
/// instructions a value instead of 138.
@frozen @usableFromInline enum DeliveryState {
  case idle
  /// Between two values, with the delivery kept.
  case keepingDelivery
  /// From the arrival of a value until it has been sent or queued. A reentrant value leaves the state to the outer call.
  case delivering
}

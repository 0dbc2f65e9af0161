import Synchronization

/// The gate between a custom publisher and a node. A custom publisher may keep its subscriber after the end, and may
/// call it from several threads. After the end, the last caller to leave releases the node.
///
/// The gate is open if the subscription is one of Streams', because the publisher then forwards to one of Streams, or if
/// it reaches a ``SubscriberEdge``. It then forwards every event, and does not count the callers, which would take two
/// locked instructions for a value.
@usableFromInline final class PublisherEdge<Input, Failure: Error>: _ErasedSubscriber<Input, Failure> {
  /// The node, which `gate` holds.
  private let node: Unmanaged<_ErasedSubscriber<Input, Failure>>
  private let gate: Gate
  private let isShared: Bool
  private let identifier: CombineIdentifier

  /// - Parameter isShared: whether the gate is never open: others than the publisher call it, or the node must be released
  ///   at the end even if the publisher forwards to one of Streams.
  @usableFromInline init(_ node: _ErasedSubscriber<Input, Failure>, isShared: Bool = false) {
    self.node = .passUnretained(node)
    gate = Gate(to: node)
    self.isShared = isShared
    identifier = node.combineIdentifier
    // Not specialised, because it only passes the value on, in memory.
    super.init { me, value in
      let me = _unsafeUncheckedDowncast(me, to: PublisherEdge.self)
      if me.gate.isOpen { return me.node._withUnsafeGuaranteedRef { $0.receive(value) } }
      // Without a function of its own, which would take a nanosecond.
      let entry = me.gate.enter()
      let more = entry == .entered ? me.node._withUnsafeGuaranteedRef { $0.receive(value) } : .none
      me.gate.leave()
      return more
    }
    node.hold(gate)
  }

  /// The node's subscription holds the gate, which holds the node.
  deinit { gate.cancel() }

  override func receive(subscription: any Subscription) {
    switch gate.enter(with: subscription, mayOpen: !isShared) {
    // A second one does not end the stream. The node cannot tell two that arrive at once apart, so even an open gate
    // forwards the second only after the first.
    case .closed, .isSecond: subscription.cancel()
    case .entered:
      node._withUnsafeGuaranteedRef { $0.receive(subscription: subscription) }
      gate.forwardAll()
    case .subscribed: node._withUnsafeGuaranteedRef { $0.receive(subscription: BoxedSubscription(subscription, gate)) }
    }
    gate.leave()
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    let needsNoSubscription = call {
      $0.receive(completion: completion)
      return $0.needsNoSubscription
    }
    // Other nodes may ignore a completion that arrives before the subscription.
    if isShared || !gate.isOpen && (gate.isSubscribed || needsNoSubscription == true) { gate.cancel() }
  }

  /// Calls `body` with the node. Returns nil if the gate is closed.
  @discardableResult func call<R>(_ body: (_ErasedSubscriber<Input, Failure>) -> R) -> R? {
    defer { gate.leave() }
    return gate.enter() == .entered ? node._withUnsafeGuaranteedRef(body) : nil
  }

  /// Not if it has a subscription, because it cancels a second one.
  override var _takesAll: Bool { !gate.isSubscribed && call { $0._takesAll } ?? false }
  override var combineIdentifier: CombineIdentifier { identifier }
  override var wrapped: Any? { call { $0 } }
}

/// The state of a ``PublisherEdge``, without its types. It holds the node until the gate is closed and the last caller
/// has left.
///
/// It is an object of its own, because the node's subscription holds it: with the ``PublisherEdge`` itself, node and
/// subscription would keep each other alive after a publisher has released its subscriber. Until the subscription arrives,
/// the node holds the gate in its place.
final class Gate: Subscription {
  /// A set of the flags below; the higher bits count the callers.
  private let state = Atomic<UInt32>(0)
  /// Released by the last caller to leave a closed gate.
  @exclusivity(unchecked) private var node: AnyObject?

  /// No further caller may enter.
  private static var closed: UInt32 { 1 }
  /// A thread has taken the node, to release it.
  private static var empty: UInt32 { 2 }
  /// A subscription has arrived.
  private static var subscribed: UInt32 { 4 }
  /// The callers are not counted, and nothing releases the node but the publisher.
  private static var open: UInt32 { 8 }
  /// The subscriber receives every event, even a second subscription.
  private static var forwardsAll: UInt32 { 16 }
  /// One caller.
  private static var caller: UInt32 { 32 }

  enum Entry {
    case closed
    case entered
    /// Entered, with the first subscription, a custom one.
    case subscribed
    /// Entered, with a second subscription.
    case isSecond
  }

  init(to node: AnyObject) { self.node = node }

  var isOpen: Bool { state.load(ordering: .acquiring) & Self.open != 0 }
  var isSubscribed: Bool { state.load(ordering: .acquiring) & Self.subscribed != 0 }

  /// Opens the gate for all events.
  func forwardAll() { state.bitwiseOr(Self.open | Self.forwardsAll, ordering: .acquiringAndReleasing) }

  /// Counts a caller. It must leave, also if the gate is closed.
  func enter() -> Entry {
    state.wrappingAdd(Self.caller, ordering: .acquiring).oldValue & Self.closed == 0 ? .entered : .closed
  }

  /// Counts a caller that brings a subscription. Opens the gate if it is one of Streams'.
  func enter(with subscription: any Subscription, mayOpen: Bool) -> Entry {
    let before = state.wrappingAdd(Self.caller, ordering: .acquiring).oldValue
    if before & Self.closed != 0 { return .closed }
    let claimed = state.bitwiseOr(Self.subscribed, ordering: .acquiringAndReleasing).oldValue
    if claimed & Self.subscribed != 0 { return claimed & Self.forwardsAll != 0 ? .entered : .isSecond }
    guard mayOpen, subscription.isOwn else { return .subscribed }
    state.bitwiseOr(Self.open, ordering: .acquiringAndReleasing)
    return .entered
  }

  func leave() {
    let now = state.wrappingSubtract(Self.caller, ordering: .acquiringAndReleasing).newValue
    if now & Self.closed != 0 { releaseNode(now) }
  }

  func request(_ demand: Subscribers.Demand) {}

  /// Closes the gate: lets no further caller enter, and releases the node, now or after the last caller.
  func cancel() { releaseNode(state.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).newValue) }

  /// Releases the node if the gate is closed, was never open, and has no caller.
  @inline(never) private func releaseNode(_ now: UInt32) {
    guard now & ~Self.subscribed == Self.closed,
      state.compareExchange(expected: now, desired: now | Self.empty, ordering: .acquiringAndReleasing).exchanged
    else { return }
    node = nil
  }
}

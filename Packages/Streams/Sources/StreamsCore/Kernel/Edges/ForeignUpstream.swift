import Synchronization

/// The gate between a custom publisher and a node. A custom publisher may keep its subscriber after the end, and may
/// call it from several threads. After the end, the last caller to leave releases the node.
///
/// If the subscription is one of Streams', the publisher forwards to one of Streams. The gate is then open: it forwards
/// every event without counting its callers, which takes two locked instructions for a value.
@usableFromInline final class ForeignUpstream<Input, Failure: Error>: _ErasedSubscriber<Input, Failure>, Gate {
  /// Holds the node until the last caller leaves a closed gate.
  @exclusivity(unchecked) private var node: _ErasedSubscriber<Input, Failure>?
  /// The same, for callers, which need not retain it.
  private let reference: Unmanaged<_ErasedSubscriber<Input, Failure>>
  /// A set of ``GateFlags``; the higher bits count the callers.
  private let state = Atomic<UInt32>(0)
  private let isShared: Bool
  private let identifier: CombineIdentifier

  /// - Parameter isShared: whether others than the publisher call the gate. It is then never open.
  @usableFromInline init(_ node: _ErasedSubscriber<Input, Failure>, isShared: Bool = false) {
    self.node = node
    reference = .passUnretained(node)
    self.isShared = isShared
    identifier = node.combineIdentifier
    // Not specialised, because it only passes the value on, in memory.
    super.init { gate, value in
      let me = _unsafeUncheckedDowncast(gate, to: ForeignUpstream.self)
      return me.isOpen ? me.reference._withUnsafeGuaranteedRef { $0.receive(value) } : me.pass(value)
    }
  }

  private var isOpen: Bool { state.load(ordering: .acquiring) == GateFlags.subscribed | GateFlags.open }

  private func pass(_ value: Input) -> Subscribers.Demand { call { $0.receive(value) } ?? .none }

  override func receive(subscription: any Subscription) {
    let before = enter()
    if before & GateFlags.closed != 0 {
      subscription.cancel()
    } else if before & GateFlags.subscribed != 0 {
      // The node cancels a second one, which does not end the stream.
      reference._withUnsafeGuaranteedRef { $0.receive(subscription: subscription) }
    } else if !isShared, !subscription._isForeign, open() {
      return reference._withUnsafeGuaranteedRef { $0.receive(subscription: subscription) }
    } else {
      state.bitwiseOr(GateFlags.subscribed, ordering: .relaxed)
      reference._withUnsafeGuaranteedRef { $0.receive(subscription: GatedSubscription(subscription, self)) }
    }
    leave()
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    call { $0.receive(completion: completion) }
    // A node may ignore a completion that arrives before the subscription.
    if isShared || state.load(ordering: .acquiring) & GateFlags.subscribed != 0 { close() }
  }

  /// Calls `body` with the node. Returns nil if the gate is closed.
  @discardableResult func call<R>(_ body: (_ErasedSubscriber<Input, Failure>) -> R) -> R? {
    defer { leave() }
    return enter() & GateFlags.closed == 0 ? reference._withUnsafeGuaranteedRef(body) : nil
  }

  private func enter() -> UInt32 { state.wrappingAdd(GateFlags.caller, ordering: .acquiring).oldValue }

  private func leave() {
    releaseNode(state.wrappingSubtract(GateFlags.caller, ordering: .acquiringAndReleasing).newValue)
  }

  /// Opens the gate and leaves it, if this is the only caller.
  private func open() -> Bool {
    state.compareExchange(
      expected: GateFlags.caller, desired: GateFlags.subscribed | GateFlags.open, ordering: .acquiringAndReleasing
    ).exchanged
  }

  func close() {
    releaseNode(state.bitwiseOr(GateFlags.closed, ordering: .acquiringAndReleasing).newValue)
  }

  /// Releases the node if the gate is closed and has no caller. The publisher releases an open gate.
  private func releaseNode(_ now: UInt32) {
    guard now & ~GateFlags.subscribed == GateFlags.closed,
      state.compareExchange(expected: now, desired: now | GateFlags.empty, ordering: .acquiringAndReleasing).exchanged
    else { return }
    node = nil
  }

  override var _takesAll: Bool { call { $0._takesAll } ?? false }
  override var combineIdentifier: CombineIdentifier { identifier }
  override var description: String { call { $0.description } ?? super.description }
  override var customMirror: Mirror { call { $0.customMirror } ?? super.customMirror }
  override var playgroundDescription: Any { call { $0.playgroundDescription } ?? description }
}

/// The bits of ``ForeignUpstream/state``.
private enum GateFlags {
  /// No further caller may enter.
  static var closed: UInt32 { 1 }
  /// A thread has taken the node, to release it.
  static var empty: UInt32 { 2 }
  /// A subscription has arrived.
  static var subscribed: UInt32 { 4 }
  /// The callers are not counted.
  static var open: UInt32 { 8 }
  /// One caller.
  static var caller: UInt32 { 16 }
}

/// A ``ForeignUpstream`` without its types.
private protocol Gate: AnyObject {
  /// Lets no further caller enter, and releases the node, now or after the last caller.
  func close()
}

/// The subscription of a node behind a gate. It does not hold the gate, so that a publisher that releases its subscriber
/// releases everything. Reflection shows the custom subscription.
final class GatedSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  let base: any Subscription
  private weak var gate: (any Gate)?

  fileprivate init(_ base: any Subscription, _ gate: any Gate) {
    self.base = base
    self.gate = gate
  }

  var _isForeign: Bool { false }
  func request(_ demand: Subscribers.Demand) { base.request(demand) }

  func cancel() {
    base.cancel()
    gate?.close()
  }

  var combineIdentifier: CombineIdentifier { base.combineIdentifier }
  var description: String { String(describing: base) }
  var customMirror: Mirror { Mirror(reflecting: base) }
  var playgroundDescription: Any {
    (base as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
  }
}

extension Subscription {
  /// The subscription that the publisher has sent.
  var ungated: any Subscription { (self as? GatedSubscription)?.base ?? self }
}

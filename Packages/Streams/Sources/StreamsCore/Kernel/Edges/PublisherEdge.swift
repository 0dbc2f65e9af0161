/// The gate between a custom publisher and a node. A custom publisher may keep its subscriber after the end, and may
/// call it from several threads. After the end, the last caller to leave releases the node.
///
/// If the subscription is one of Streams', the publisher forwards to one of Streams. The gate is then open: it forwards
/// every event without counting its callers, which takes two locked instructions for a value.
@usableFromInline final class PublisherEdge<Input, Failure: Error>: _ErasedSubscriber<Input, Failure> {
  /// The node, which `gate` holds.
  private let node: Unmanaged<_ErasedSubscriber<Input, Failure>>
  private let gate: Gate
  private let isShared: Bool
  private let identifier: CombineIdentifier

  /// - Parameter isShared: whether others than the publisher call the gate. It is then never open.
  @usableFromInline init(_ node: _ErasedSubscriber<Input, Failure>, isShared: Bool = false) {
    self.node = .passUnretained(node)
    gate = Gate(to: node)
    self.isShared = isShared
    identifier = node.combineIdentifier
    // Not specialised, because it only passes the value on, in memory.
    super.init { me, value in
      let me = _unsafeUncheckedDowncast(me, to: PublisherEdge.self)
      return me.gate.isOpen ? me.node._withUnsafeGuaranteedRef { $0.receive(value) } : me.pass(value)
    }
  }

  /// The node's subscription holds the gate, which holds the node.
  deinit { gate.close() }

  private func pass(_ value: Input) -> Subscribers.Demand {
    defer { gate.leave() }
    return gate.enter() == .entered ? node._withUnsafeGuaranteedRef { $0.receive(value) } : .none
  }

  override func receive(subscription: any Subscription) {
    switch gate.enter(with: subscription, mayOpen: !isShared) {
    case .closed: subscription.cancel()
    // The node cancels a second one, which does not end the stream.
    case .entered: node._withUnsafeGuaranteedRef { $0.receive(subscription: subscription) }
    case .subscribed: node._withUnsafeGuaranteedRef { $0.receive(subscription: GatedSubscription(subscription, gate)) }
    case .opened: return node._withUnsafeGuaranteedRef { $0.receive(subscription: subscription) }
    }
    gate.leave()
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    call { $0.receive(completion: completion) }
    // A node may ignore a completion that arrives before the subscription.
    if isShared || gate.isSubscribed { gate.close() }
  }

  /// Calls `body` with the node. Returns nil if the gate is closed.
  @discardableResult func call<R>(_ body: (_ErasedSubscriber<Input, Failure>) -> R) -> R? {
    defer { gate.leave() }
    return gate.enter() == .entered ? node._withUnsafeGuaranteedRef(body) : nil
  }

  func close() { gate.close() }

  override var _takesAll: Bool { call { $0._takesAll } ?? false }
  override var combineIdentifier: CombineIdentifier { identifier }
  override var description: String { call { $0.description } ?? super.description }
  override var customMirror: Mirror { call { $0.customMirror } ?? super.customMirror }
  override var playgroundDescription: Any { call { $0.playgroundDescription } ?? description }
}

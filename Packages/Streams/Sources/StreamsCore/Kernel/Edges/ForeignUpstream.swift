/// The gate between a custom publisher and a node. A custom publisher may keep its subscriber after the end, and may
/// call it from several threads. After the end, the last caller to leave releases the node.
///
/// If the subscription is one of Streams', the publisher forwards to one of Streams. The gate is then open: it forwards
/// every event without counting its callers, which takes two locked instructions for a value.
@usableFromInline final class ForeignUpstream<Input, Failure: Error>: _ErasedSubscriber<Input, Failure> {
  /// The node, which `passage` holds.
  private let node: Unmanaged<_ErasedSubscriber<Input, Failure>>
  private let passage: GatedSubscription
  private let isShared: Bool
  private let identifier: CombineIdentifier

  /// - Parameter isShared: whether others than the publisher call the gate. It is then never open.
  @usableFromInline init(_ node: _ErasedSubscriber<Input, Failure>, isShared: Bool = false) {
    self.node = .passUnretained(node)
    passage = GatedSubscription(to: node)
    self.isShared = isShared
    identifier = node.combineIdentifier
    // Not specialised, because it only passes the value on, in memory.
    super.init { gate, value in
      let me = _unsafeUncheckedDowncast(gate, to: ForeignUpstream.self)
      return me.passage.isOpen ? me.node._withUnsafeGuaranteedRef { $0.receive(value) } : me.pass(value)
    }
  }

  /// The node holds the passage, which holds the node.
  deinit { passage.close() }

  private func pass(_ value: Input) -> Subscribers.Demand {
    defer { passage.leave() }
    return passage.enter() == .entered ? node._withUnsafeGuaranteedRef { $0.receive(value) } : .none
  }

  override func receive(subscription: any Subscription) {
    switch passage.enter(with: subscription, mayOpen: !isShared) {
    case .closed: subscription.cancel()
    // The node cancels a second one, which does not end the stream.
    case .entered: node._withUnsafeGuaranteedRef { $0.receive(subscription: subscription) }
    case .subscribed: node._withUnsafeGuaranteedRef { $0.receive(subscription: passage) }
    case .opened: return node._withUnsafeGuaranteedRef { $0.receive(subscription: subscription) }
    }
    passage.leave()
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    call { $0.receive(completion: completion) }
    // A node may ignore a completion that arrives before the subscription.
    if isShared || passage.isSubscribed { passage.close() }
  }

  /// Calls `body` with the node. Returns nil if the gate is closed.
  @discardableResult func call<R>(_ body: (_ErasedSubscriber<Input, Failure>) -> R) -> R? {
    defer { passage.leave() }
    return passage.enter() == .entered ? node._withUnsafeGuaranteedRef(body) : nil
  }

  func close() { passage.close() }

  override var _takesAll: Bool { call { $0._takesAll } ?? false }
  override var combineIdentifier: CombineIdentifier { identifier }
  override var description: String { call { $0.description } ?? super.description }
  override var customMirror: Mirror { call { $0.customMirror } ?? super.customMirror }
  override var playgroundDescription: Any { call { $0.playgroundDescription } ?? description }
}

/// A custom subscription as an object, which a node receives with the gate of a ``PublisherEdge``. Reflection shows the
/// custom one.
final class BoxedSubscription: _Node, Subscription {
  let base: any Subscription
  /// Nil for a subscription that comes through no gate.
  private let gate: Gate?

  init(_ base: any Subscription, _ gate: Gate? = nil) {
    self.base = base
    self.gate = gate
  }

  override var isOwn: Bool { gate != nil }
  func openGate() { gate?.forwardAll() }
  func request(_ demand: Subscribers.Demand) { base.request(demand) }

  func cancel() {
    base.cancel()
    gate?.cancel()
  }

  var combineIdentifier: CombineIdentifier { base.combineIdentifier }
  override var wrapped: Any? { base }
}

extension Subscription {
  /// Whether it is one of Streams.
  var isOwn: Bool { (_object as? _Node)?.isOwn ?? false }

  /// The subscription that the publisher has sent.
  @usableFromInline var ungated: any Subscription { (_object as? BoxedSubscription)?.base ?? self }
}

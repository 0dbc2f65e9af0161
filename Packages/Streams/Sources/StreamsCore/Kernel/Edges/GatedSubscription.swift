/// A custom subscription, as a node receives it through a ``PublisherEdge``. Reflection shows the custom one.
final class GatedSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  let base: any Subscription
  /// Nil if custom code has sent the subscription directly to a node.
  private let gate: Gate?

  init(_ base: any Subscription, _ gate: Gate?) {
    self.base = base
    self.gate = gate
  }

  var _own: (any Subscription & AnyObject)? { self }
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
  /// The subscription as an object, which is cheaper to hold.
  var object: any Subscription & AnyObject { _own ?? GatedSubscription(self, nil) }

  /// The subscription that the publisher has sent.
  var ungated: any Subscription { (_own as? GatedSubscription)?.base ?? self }
}

/// The subscription of a node behind a ``ForeignUpstream``. Reflection shows the custom subscription that it wraps.
final class GatedSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  let base: any Subscription
  private let gate: Gate

  init(_ base: any Subscription, _ gate: Gate) {
    self.base = base
    self.gate = gate
  }

  var _isForeign: Bool { false }
  func request(_ demand: Subscribers.Demand) { base.request(demand) }

  func cancel() {
    base.cancel()
    gate.close()
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
  var ungated: any Subscription { (_object as? GatedSubscription)?.base ?? self }
}

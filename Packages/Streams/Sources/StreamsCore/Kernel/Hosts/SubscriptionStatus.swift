/// The children of a mirror. Labels and values are apart because the labels outlive the values.
func labelled(_ labels: [StaticString], _ values: [Any]) -> [Mirror.Child] {
  assert(labels.count == values.count)
  return labels.indices.map { (labels[$0].description, values[$0]) }
}

/// Unwraps an optional for a mirror.
func shown(_ value: Any?) -> Any { value ?? value as Any }

/// The state of a subscription, as mirrors show it.
@usableFromInline enum SubscriptionStatus {
  case awaitingSubscription
  case subscribed(any Subscription)
  case terminal
}

extension OperatorSubscriber {
  final var status: SubscriptionStatus {
    upstreamIsOver() ? .terminal : currentUpstream.map { .subscribed($0) } ?? .awaitingSubscription
  }
}

extension Error {
  /// This error as one of the downstream's type: the same type, or any error.
  func converted<Failure: Error>() -> Failure {
    // A cast of a concrete error to any error looks up a conformance.
    Failure.self == (any Error).self ? (self as any Error) as! Failure : self as! Failure
  }
}

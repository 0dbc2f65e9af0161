import StreamsCore

/// Forwards the values of a subject to a subscriber, which receives another subscription instead of the subject's.
///
/// A publisher sends into a subject to get its delivery: one value at a time, to subscribers with demand.
struct SubscriptionReplacer<Downstream: Subscriber>: Subscriber, CustomStringConvertible {
  private let downstream: Downstream
  private let replace: (any Subscription) -> any Subscription
  let combineIdentifier = CombineIdentifier()

  /// - Parameter replace: returns the subscription that `downstream` receives for that of the subject.
  init(_ downstream: Downstream, _ replace: @escaping (any Subscription) -> any Subscription) {
    self.downstream = downstream
    self.replace = replace
  }

  func receive(subscription: any Subscription) { downstream.receive(subscription: replace(subscription)) }
  func receive(_ input: Downstream.Input) -> Subscribers.Demand { downstream.receive(input) }
  func receive(completion: Subscribers.Completion<Downstream.Failure>) { downstream.receive(completion: completion) }

  var description: String { String(describing: downstream) }
}

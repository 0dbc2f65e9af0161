import StreamsExtras

/// Keeps its subscriber after a cancel, and calls it immediately, even inside its own delivery. Publishers should not.
final class NaiveSource<Output, Failure: Error>: Publisher {
  private var subscriber: AnySubscriber<Output, Failure>?
  private let sendsSubscription: Bool

  init(sendsSubscription: Bool = true) { self.sendsSubscription = sendsSubscription }

  func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    self.subscriber = AnySubscriber(subscriber)
    if sendsSubscription { subscriber.receive(subscription: Subscriptions.empty) }
  }

  func send(_ value: Output) { _ = subscriber?.receive(value) }
  func send(completion: Subscribers.Completion<Failure>) { subscriber?.receive(completion: completion) }
  func forget() { subscriber = nil }
}

import Streams

/// A publisher that sends on command, whatever the demand, and records requests and cancellations.
///
/// It does not guard the contract, so that tests can break it: `send` before a subscription, after the end and so on
/// reach the subscriber.
final class ManualPublisher<Output, Failure: Error>: Publisher {
  /// Every request, as `request(max(1))`, and `cancel`, in order.
  var log: [String] { state.value.log }
  /// The sum of all requests.
  var demand: Subscribers.Demand { state.value.demand }
  var isCancelled: Bool { log.contains("cancel") }
  var hasSubscriber: Bool { state.value.subscriber != nil }
  /// How many subscribers came.
  var subscriberCount: Int { state.value.count }

  /// Called with every request, after it was recorded.
  var onRequest: ((Subscribers.Demand) -> Void)? {
    get { state.value.onRequest }
    set { state.value.onRequest = newValue }
  }
  /// Called with every cancel, after it was recorded.
  var onCancel: (() -> Void)? {
    get { state.value.onCancel }
    set { state.value.onCancel = newValue }
  }

  private struct State {
    var subscriber: AnySubscriber<Output, Failure>?
    var log: [String] = []
    var demand = Subscribers.Demand.none
    var count = 0
    var onRequest: ((Subscribers.Demand) -> Void)?
    var onCancel: (() -> Void)?
  }
  private let state = Guarded(State())
  private let sendsSubscription: Bool
  private let name: String

  /// - Parameters:
  ///   - sendsSubscription: whether a subscriber gets its subscription at once; else by ``sendSubscription()``.
  ///   - name: the description of the subscription.
  init(sendsSubscription: Bool = true, name: String = "Manual") {
    self.sendsSubscription = sendsSubscription
    self.name = name
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    state.with {
      $0.subscriber = AnySubscriber(subscriber)
      $0.count += 1
    }
    if sendsSubscription { sendSubscription() }
  }

  func sendSubscription() { state.value.subscriber?.receive(subscription: Line(publisher: self, name: name)) }

  /// Sends a value, and returns the demand that the subscriber returned.
  @discardableResult func send(_ value: Output) -> Subscribers.Demand {
    state.value.subscriber?.receive(value) ?? .none
  }

  func send(completion: Subscribers.Completion<Failure>) {
    state.value.subscriber?.receive(completion: completion)
  }
  func finish() { send(completion: .finished) }
  func fail(_ error: Failure) { send(completion: .failure(error)) }

  /// Forgets the subscriber, as a publisher does that has completed.
  func forgetSubscriber() {
    let gone = state.with { state in
      defer { state.subscriber = nil }
      return state.subscriber
    }
    _ = gone
  }

  private final class Line: Subscription, CustomStringConvertible {
    let publisher: ManualPublisher
    let description: String
    init(publisher: ManualPublisher, name: String) {
      self.publisher = publisher
      description = name
    }

    func request(_ demand: Subscribers.Demand) {
      let callback = publisher.state.with { state in
        state.log.append("request(\(demand))")
        state.demand += demand
        return state.onRequest
      }
      callback?(demand)
    }

    func cancel() {
      let callback = publisher.state.with { state in
        state.log.append("cancel")
        return state.onCancel
      }
      callback?()
    }
  }
}

/// An error for tests.
struct TestError: Error, Equatable, CustomStringConvertible {
  let description: String
  init(_ description: String = "test error") { self.description = description }
}

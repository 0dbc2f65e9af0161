import Foundation

// Sendable because its state is guarded by `lock`.
/// A publisher that sends what it is told, against the rules: before the subscription, beyond demand, after the end,
/// twice, from two threads. Use it to test how an operator or a subscriber of yours handles that.
///
/// ```swift
/// let upstream = MisbehavingPublisher<Int, Never>(sendsSubscription: false)
/// let cancellable = upstream.prefix(2).sink { print($0) }
/// upstream.send(1)  // Prints: 1
/// upstream.sendSubscription()
/// upstream.sendSubscription()  // a second one: to be cancelled
/// print(upstream.cancelCount)  // Prints: 1
/// ```
///
/// It also notes what is asked of it. Only the subscriber that came last is sent to.
public final class MisbehavingPublisher<Output, Failure: Error>: Publisher, @unchecked Sendable {
  private struct State {
    var subscriber: AnySubscriber<Output, Failure>?
    var subscribers = 0
    var requests: [Subscribers.Demand] = []
    var cancels = 0
  }

  private let lock = NSLock()
  private var state = State()
  private let sendsSubscription: Bool

  /// A publisher that waits for what to do.
  ///
  /// - Parameter sendsSubscription: Whether a subscriber gets a subscription when it comes, as it should; else by
  ///   ``sendSubscription()``.
  public init(sendsSubscription: Bool = true) { self.sendsSubscription = sendsSubscription }

  /// How many subscribers have come.
  public var subscriberCount: Int { lock.withLock { state.subscribers } }
  /// What was requested of its subscriptions, in order. Demand returned to ``send(_:)`` is not among it.
  public var requests: [Subscribers.Demand] { lock.withLock { state.requests } }
  /// How many times its subscriptions were cancelled.
  public var cancelCount: Int { lock.withLock { state.cancels } }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    lock.withLock {
      state.subscriber = AnySubscriber(subscriber)
      state.subscribers += 1
    }
    if sendsSubscription { sendSubscription() }
  }

  /// Sends a subscription, the first or a further one.
  public func sendSubscription() { current?.receive(subscription: Line(self)) }

  /// Sends a value, wanted or not, and returns the demand that came back.
  @discardableResult public func send(_ value: Output) -> Subscribers.Demand { current?.receive(value) ?? .none }

  /// Sends an end, the first or a further one. What is sent after it arrives too.
  public func send(completion: Subscribers.Completion<Failure>) { current?.receive(completion: completion) }

  /// Sends `values` from as many threads, at once. Returns when all have; holds the calling thread.
  public func sendConcurrently(_ values: [Output]) {
    Races.concurrently(values.map { value in { self.send(value) } })
  }

  private var current: AnySubscriber<Output, Failure>? { lock.withLock { state.subscriber } }

  private final class Line: Subscription {
    let publisher: MisbehavingPublisher

    init(_ publisher: MisbehavingPublisher) { self.publisher = publisher }

    func request(_ demand: Subscribers.Demand) { publisher.lock.withLock { publisher.state.requests.append(demand) } }
    func cancel() { publisher.lock.withLock { publisher.state.cancels += 1 } }
  }
}

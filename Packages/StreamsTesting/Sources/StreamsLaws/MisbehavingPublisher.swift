import Foundation

// Sendable because its state is guarded by `lock`.
/// A publisher that breaks the rules when told to: it sends before the subscription, beyond demand, after the
/// completion, twice, or from several threads. Use it to test how your operator or subscriber handles that.
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
/// It also logs requests and cancellations. It sends only to its latest subscriber.
public final class MisbehavingPublisher<Output, Failure: Error>: Publisher, @unchecked Sendable {
  private let lock = NSLock()
  // Guarded by `lock`.
  private var subscriber: AnySubscriber<Output, Failure>?
  private var subscribers = 0
  private var demands: [Subscribers.Demand] = []
  private var cancels = 0
  private let sendsSubscription: Bool

  /// Creates a publisher that sends values and completions only when told to.
  ///
  /// - Parameter sendsSubscription: Whether a new subscriber receives a subscription immediately, as it should. If
  ///   false, call ``sendSubscription()``.
  public init(sendsSubscription: Bool = true) { self.sendsSubscription = sendsSubscription }

  /// The number of subscribers so far.
  public var subscriberCount: Int { lock.withLock { subscribers } }
  /// The requests to its subscriptions, in order, without the demand returned from ``send(_:)``.
  public var requests: [Subscribers.Demand] { lock.withLock { demands } }
  /// The number of times that its subscriptions were cancelled.
  public var cancelCount: Int { lock.withLock { cancels } }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    lock.withLock {
      self.subscriber = AnySubscriber(subscriber)
      subscribers += 1
    }
    if sendsSubscription { sendSubscription() }
  }

  /// Sends a subscription, the first or another one.
  public func sendSubscription() { current?.receive(subscription: Line(self)) }

  /// Sends a value, with or without demand, and returns the subscriber's demand.
  @discardableResult public func send(_ value: Output) -> Subscribers.Demand { current?.receive(value) ?? .none }

  /// Sends a completion, the first or another one. Events sent after it arrive too.
  public func send(completion: Subscribers.Completion<Failure>) { current?.receive(completion: completion) }

  /// Sends each of `values` on its own thread, all at once. Blocks the calling thread until all are sent.
  public func sendConcurrently(_ values: [Output]) {
    Races.concurrently(values.map { value in { self.send(value) } })
  }

  private var current: AnySubscriber<Output, Failure>? { lock.withLock { subscriber } }

  private final class Line: Subscription {
    let publisher: MisbehavingPublisher

    init(_ publisher: MisbehavingPublisher) { self.publisher = publisher }

    func request(_ demand: Subscribers.Demand) { publisher.lock.withLock { publisher.demands.append(demand) } }
    func cancel() { publisher.lock.withLock { publisher.cancels += 1 } }
  }
}

import Combine
import Foundation

/// Sends each new subscriber the last `capacity` values before all that follow.
public final class ReplaySubject<Output, Failure: Error>: Subject {
  private let lock = NSRecursiveLock()
  private let capacity: Int
  private var history: [Output] = []
  private var completion: Subscribers.Completion<Failure>?
  private var subscriptions: [CombineIdentifier: Inner] = [:]

  public init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
  }

  public func send(subscription: Subscription) { subscription.request(.unlimited) }

  public func send(_ value: Output) {
    lock.lock()
    defer { lock.unlock() }
    guard completion == nil else { return }
    history = history.suffix(capacity - 1) + [value]
    for subscription in subscriptions.values { subscription.append(value) }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    lock.lock()
    defer { lock.unlock() }
    guard self.completion == nil else { return }
    self.completion = completion
    for subscription in subscriptions.values { subscription.complete(completion) }
    subscriptions = [:]
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    lock.lock()
    defer { lock.unlock() }
    let buffer = DemandBuffer(subscriber: subscriber)
    let inner = Inner(
      append: buffer.append, complete: buffer.complete, demand: buffer.request,
      leave: { [weak self] in self?.remove($0) })
    subscriber.receive(subscription: inner)
    history.forEach(buffer.append)
    if let completion {
      buffer.complete(completion)
    } else {
      subscriptions[inner.combineIdentifier] = inner
    }
  }

  private func remove(_ identifier: CombineIdentifier) {
    lock.lock()
    defer { lock.unlock() }
    subscriptions[identifier] = nil
  }

  private final class Inner: Subscription {
    let append: (Output) -> Void
    let complete: (Subscribers.Completion<Failure>) -> Void
    let demand: (Subscribers.Demand) -> Void
    let leave: (CombineIdentifier) -> Void

    init(
      append: @escaping (Output) -> Void, complete: @escaping (Subscribers.Completion<Failure>) -> Void,
      demand: @escaping (Subscribers.Demand) -> Void, leave: @escaping (CombineIdentifier) -> Void
    ) {
      self.append = append
      self.complete = complete
      self.demand = demand
      self.leave = leave
    }

    func request(_ demand: Subscribers.Demand) { self.demand(demand) }

    func cancel() { leave(combineIdentifier) }
  }
}

extension Publisher {
  /// Shares one subscription and replays the last values to late subscribers.
  public func share(replay capacity: Int)
    -> Publishers.Autoconnect<Publishers.Multicast<Self, ReplaySubject<Output, Failure>>>
  {
    multicast { ReplaySubject(capacity: capacity) }.autoconnect()
  }
}

import Foundation

/// A rule that a ``MisbehavingSubscriber`` breaks. In any case it keeps its subscription, even after the completion.
public enum Violation: Sendable {
  /// Requests values while it receives the completion, and again after each `cancel()`.
  case requestsAfterEnd
  /// Cancels twice each time, and once more after the completion.
  case cancelsTwice
  /// Cancels while it receives its first value, and returns demand nevertheless.
  case requestsAfterCancel
  /// Requests while it receives each value, and returns demand as well.
  case requestsTwice
  /// Requests all values, and then the largest number, so that adding the two overflows.
  case requestsTooMuch
  /// Accepts a second subscription and uses it as well.
  case acceptsSecondSubscription
}

// Sendable because its state is guarded by `lock`.
/// A subscriber that breaks the rules: it keeps its subscription, requests after the end, or cancels twice. Use it to
/// test how your publisher handles that.
///
/// ```swift
/// let subscriber = MisbehavingSubscriber<Int, Never>([.requestsAfterEnd, .cancelsTwice])
/// [1, 2].publisher.subscribe(subscriber)
/// print(subscriber.events)  // Prints: ["subscription", "1", "2", "finished"]
/// ```
public final class MisbehavingSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  private let lock = NSLock()
  private var received: [String] = []
  private var subscriptions: [any Subscription] = []
  private let violations: Set<Violation>
  private let initial: Subscribers.Demand

  /// Creates a subscriber that breaks the rules given by `violations`.
  ///
  /// - Parameters:
  ///   - violations: The rules to break.
  ///   - initial: The demand to request when the subscription arrives; `.none` for no request.
  public init(_ violations: Set<Violation>, initial: Subscribers.Demand = .unlimited) {
    self.violations = violations
    self.initial = initial
  }

  /// The events that it received: `subscription`, the values, `finished` or `failure(...)`.
  public var events: [String] { lock.withLock { received } }

  /// Requests from all its subscriptions, even from those that have ended.
  public func request(_ demand: Subscribers.Demand) { for line in lines { line.request(demand) } }

  /// Cancels all its subscriptions, with its violations.
  public func cancel() {
    for line in lines {
      line.cancel()
      if violations.contains(.cancelsTwice) { line.cancel() }
      if violations.contains(.requestsAfterEnd) { line.request(.max(1)) }
    }
  }

  private var lines: [any Subscription] { lock.withLock { subscriptions } }

  public func receive(subscription: any Subscription) {
    let isWanted = lock.withLock {
      received.append("subscription")
      let isWanted = subscriptions.isEmpty || violations.contains(.acceptsSecondSubscription)
      if isWanted { subscriptions.append(subscription) }
      return isWanted
    }
    guard isWanted else { return subscription.cancel() }
    if initial != .none { subscription.request(initial) }
    if violations.contains(.requestsTooMuch) {
      subscription.request(.max(.max))
      subscription.request(.max(.max))
    }
  }

  public func receive(_ input: Input) -> Subscribers.Demand {
    lock.withLock { received.append("\(input)") }
    if violations.contains(.requestsAfterCancel) {
      cancel()
      return .max(3)
    }
    guard violations.contains(.requestsTwice) else { return .none }
    request(.max(1))
    return .max(1)
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    lock.withLock {
      switch completion {
      case .finished: received.append("finished")
      case .failure(let error): received.append("failure(\(error))")
      }
    }
    if violations.contains(.requestsAfterEnd) { request(.max(1)) }
    if violations.contains(.cancelsTwice) { cancel() }
  }
}

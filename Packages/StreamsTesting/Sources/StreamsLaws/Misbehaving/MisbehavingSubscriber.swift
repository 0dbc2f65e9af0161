import Foundation

/// What a ``MisbehavingSubscriber`` does that it should not. It keeps its subscription in any case, even after the end.
public struct Violations: OptionSet, Sendable {
  /// One bit for each violation.
  public let rawValue: Int
  /// The violations whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Requests values from within the receipt of the completion, and once more after each `cancel()`.
  public static let requestsAfterEnd = Violations(rawValue: 1)
  /// Cancels twice wherever it cancels, and once more after the completion.
  public static let cancelsTwice = Violations(rawValue: 2)
  /// Cancels from within the receipt of its first value, and returns a demand from it all the same.
  public static let requestsAfterCancel = Violations(rawValue: 4)
  /// Requests from within the receipt of each value, and returns a demand as well.
  public static let requestsTwice = Violations(rawValue: 8)
  /// Requests as many values as there are, and then the largest number, which is too much for plain addition.
  public static let requestsTooMuch = Violations(rawValue: 16)
  /// Accepts a second subscription and uses it, too.
  public static let acceptsSecondSubscription = Violations(rawValue: 32)
}

// Sendable because its state is guarded by `lock`.
/// A subscriber that does what it should not: keeps its subscription, asks when nothing can come any more, cancels twice.
/// To see what a publisher of yours makes of it.
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
  private let violations: Violations
  private let initial: Subscribers.Demand

  /// A subscriber that does what `violations` say.
  ///
  /// - Parameters:
  ///   - violations: What it does that it should not.
  ///   - initial: What it requests when the subscription comes; `.none` for no request.
  public init(_ violations: Violations, initial: Subscribers.Demand = .unlimited) {
    self.violations = violations
    self.initial = initial
  }

  /// What it received: `subscription`, the values, `finished` or `failure(...)`.
  public var events: [String] { lock.withLock { received } }

  /// Requests from all its subscriptions, whether that makes sense or not.
  public func request(_ demand: Subscribers.Demand) { for line in lines { line.request(demand) } }

  /// Cancels all its subscriptions, and does what its violations say.
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

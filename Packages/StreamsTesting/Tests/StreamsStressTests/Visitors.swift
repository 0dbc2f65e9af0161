import Foundation
import StreamsTesting

/// A subscriber that stays to the end and checks the rules. It takes no lock when it receives values: it relies on being
/// called by one thread at a time.
final class Resident: Subscriber {
  typealias Input = Int
  typealias Failure = Never

  private let member: Census.Member
  private let initial: Subscribers.Demand
  private let more: Subscribers.Demand
  private let ended = DispatchSemaphore(value: 0)
  /// Guarded, since other threads ask through it.
  private let line = Guarded<(any Subscription)?>(nil)
  private(set) var values: [Int] = []
  private(set) var ends = 0
  private(set) var problem: String?
  private var isInside = false

  init(_ census: Census, _ initial: Subscribers.Demand, more: Subscribers.Demand = .none) {
    member = census.member()
    self.initial = initial
    self.more = more
  }

  var subscription: (any Subscription)? { line.value }

  func receive(subscription: any Subscription) {
    if line.value != nil { problem = "two subscriptions" }
    line.with { $0 = subscription }
    if initial != .none { subscription.request(initial) }
  }

  /// A value below 0 was sent from within a delivery, and may be nested in it.
  func receive(_ input: Int) -> Subscribers.Demand {
    if isInside, input >= 0 { problem = "\(input) arrived while another value was being received" }
    if ends > 0 { problem = "\(input) arrived after the end" }
    let before = isInside
    isInside = true
    if input >= 0 { values.append(input) }
    isInside = before
    return more
  }

  func receive(completion _: Subscribers.Completion<Never>) {
    ends += 1
    if isInside { problem = "the end arrived while a value was being received" }
    if ends > 1 { problem = "a second end arrived" }
    let last = line.with { line in
      defer { line = nil }
      return line
    }
    withExtendedLifetime(last) { _ = ended.signal() }
  }

  /// Waits for the end; whether it came.
  func waitForEnd() -> Bool { ended.wait(timeout: .now() + 60) == .success }
}

/// A subscriber that subscribes, requests a few values and cancels, and calls a closure in each callback.
final class Visitor: Subscriber, @unchecked Sendable {
  typealias Input = Int
  typealias Failure = Never

  private let member: Census.Member
  private let demand: Subscribers.Demand
  private let act: (Visitor) -> Subscribers.Demand
  private let line = Guarded<(any Subscription)?>(nil)

  init(
    _ census: Census, _ demand: Subscribers.Demand, atTheEnd: @escaping () -> Void = {},
    act: @escaping (Visitor) -> Subscribers.Demand = { _ in .none }
  ) {
    member = census.member(atTheEnd: atTheEnd)
    self.demand = demand
    self.act = act
  }

  func request(_ demand: Subscribers.Demand) { line.value?.request(demand) }

  func cancel() {
    let last = line.with { line in
      defer { line = nil }
      return line
    }
    last?.cancel()
  }

  func receive(subscription: any Subscription) {
    line.with { $0 = subscription }
    if demand != .none { subscription.request(demand) }
  }

  func receive(_: Int) -> Subscribers.Demand { act(self) }
  func receive(completion _: Subscribers.Completion<Never>) {
    _ = act(self)
    cancel()
  }
}

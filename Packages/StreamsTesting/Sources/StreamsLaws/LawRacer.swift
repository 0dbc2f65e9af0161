import Foundation

/// A subscriber for runs with several threads. It uses no lock and no atomic, because a publisher must call it from one
/// thread at a time, each of which sees the changes of the one before. ThreadSanitizer detects violations.
final class LawRacer: LawWitness {
  private(set) var subscription: (any Subscription)?
  private(set) var subscriptions = 0
  private(set) var values: [String] = []
  private(set) var completion: String?
  /// The first broken rule, and what happened.
  private(set) var breach: (rule: LawRule, actual: String)?
  private var isInside = false
  private let initial: Subscribers.Demand

  init(_ initial: Subscribers.Demand = .none) { self.initial = initial }

  var arrivals: Int { values.count + (completion == nil ? 0 : 1) }

  func forgetSubscription() { subscription = nil }

  func receive(subscription: any Subscription) {
    subscriptions += 1
    if subscriptions > 1 { note(.oneSubscription, "subscription number \(subscriptions)") }
    if arrivals > 0 { note(.subscriptionFirst, "an event before the subscription") }
    self.subscription = subscription
    if initial != .none { subscription.request(initial) }
  }

  func receive(value: String) -> Subscribers.Demand {
    enter()
    if completion != nil { note(.nothingAfterCompletion, "\(value) after the completion") }
    values.append(value)
    // So that a concurrent call occurs here, if there is one, even on a busy machine.
    if values.count.isMultiple(of: 4) { sched_yield() }
    isInside = false
    return .none
  }

  func receive(completion: String) {
    enter()
    if self.completion != nil { note(.oneCompletion, "a second completion") }
    self.completion = completion
    isInside = false
  }

  private func enter() {
    if isInside { note(.oneAtATime, "a call during another call") }
    isInside = true
    if subscriptions == 0 { note(.subscriptionFirst, "an event before the subscription") }
  }

  private func note(_ rule: LawRule, _ actual: String) {
    if breach == nil { breach = (rule, actual) }
  }
}

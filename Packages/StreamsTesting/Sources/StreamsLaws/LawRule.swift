/// The rules of streams, each with the number under which `Docs/Rules.md` explains it.
///
/// An issue of ``Laws`` names the broken rule. To exempt a publisher from a rule, pass a reason:
/// `except: [.releasedAfterCancel: "the cache outlives its subscribers by design"]`.
public enum LawRule: String, CaseIterable, Sendable, Comparable, CustomStringConvertible {
  // Subscription
  /// S1: a subscriber receives exactly one subscription.
  case oneSubscription = "S1"
  /// S2: nothing arrives before the subscription.
  case subscriptionFirst = "S2"
  /// S3: requests and cancellations of one subscriber do not affect another.
  case independentSubscribers = "S3"
  // Demand
  /// D1: a subscriber never receives more values than it has requested in total.
  case neverMoreThanRequested = "D1"
  /// D2: requests add up, and each is served while there are values.
  case demandAddsUp = "D2"
  /// D3: unlimited demand stays unlimited, after any other request.
  case unlimitedStaysUnlimited = "D3"
  /// D4: demand returned from `receive(_:)` counts as requested.
  case returnedDemandCounts = "D4"
  /// D5: a request made inside a callback counts.
  case requestsFromCallbacksCount = "D5"
  /// D6: an operator never requests zero values.
  case noEmptyRequests = "D6"
  // Order
  /// O1: demand changes when values arrive, not which: each arrives once and in order.
  case everyValueOnceInOrder = "O1"
  /// O2: a subscriber is called by one thread at a time.
  case oneAtATime = "O2"
  // Terminal
  /// T1: a stream ends at most once.
  case oneCompletion = "T1"
  /// T2: nothing arrives after the completion.
  case nothingAfterCompletion = "T2"
  /// T3: the completion arrives without demand, right after the last value.
  case completionNeedsNoDemand = "T3"
  /// T4: a stream ends in the same way, however its values are requested.
  case sameEndForAnyDemand = "T4"
  // Cancellation
  /// C1: nothing arrives after `cancel()` has returned.
  case nothingAfterCancel = "C1"
  /// C2: a second `cancel()` has no effect.
  case secondCancelIgnored = "C2"
  /// C3: a subscriber may cancel inside any of its callbacks.
  case cancelFromCallbacks = "C3"
  /// C4: when the subscriber cancels, so does the operator.
  case cancelReachesUpstream = "C4"
  /// C5: an operator that ends before its upstream cancels it.
  case earlyEndCancelsUpstream = "C5"
  /// C6: an operator does not cancel an upstream that has ended.
  case noCancelAfterUpstreamEnds = "C6"
  /// C7: requests after the completion or the cancellation do nothing.
  case requestsAfterEndIgnored = "C7"
  // Re-entrancy
  /// R1: subscribing is allowed inside any callback of the publisher's subscribers.
  case subscribeFromCallbacks = "R1"
  /// R2: a value sent during a delivery is delivered once.
  case sendFromCallbacks = "R2"
  // Memory
  /// M1: on completion the subscriber is released, even if it keeps its subscription.
  case releasedAfterCompletion = "M1"
  /// M2: on cancellation the subscriber is released, even if it keeps its subscription.
  case releasedAfterCancel = "M2"
  /// M3: when every part of a stream is released, nothing of it stays in memory.
  case noLeaks = "M3"
  // Misbehaving upstreams
  /// F1: a second subscription from upstream is cancelled and not forwarded.
  case secondSubscriptionRejected = "F1"
  /// F2: values beyond demand break nothing.
  case excessValuesTolerated = "F2"
  /// F3: events that an upstream sends after its end are ignored.
  case eventsAfterEndIgnored = "F3"
  // Recursion and progress
  /// N1: the depth of the stack does not grow with the number of values.
  case noRecursion = "N1"
  /// P1: every call returns, also inside a callback: no lock is held during calls out.
  case callsReturn = "P1"

  /// The number: a letter for the group, and a digit.
  public var id: String { rawValue }

  /// The rule in one sentence.
  public var text: String {
    switch self {
    case .oneSubscription: "A subscriber receives exactly one subscription."
    case .subscriptionFirst: "Nothing arrives before the subscription."
    case .independentSubscribers: "Requests and cancellations of one subscriber do not affect another."
    case .neverMoreThanRequested: "A subscriber never receives more values than it has requested in total."
    case .demandAddsUp: "Requests add up, and each is served while there are values."
    case .unlimitedStaysUnlimited: "Unlimited demand stays unlimited after any other request."
    case .returnedDemandCounts: "Demand returned from `receive(_:)` counts as requested."
    case .requestsFromCallbacksCount: "A request made inside a callback counts."
    case .noEmptyRequests: "An operator never requests zero values."
    case .everyValueOnceInOrder: "Demand changes when values arrive, not which: each arrives once and in order."
    case .oneAtATime: "A subscriber is called by one thread at a time."
    case .oneCompletion: "A stream ends at most once."
    case .nothingAfterCompletion: "Nothing arrives after the completion."
    case .completionNeedsNoDemand: "The completion arrives without demand, right after the last value."
    case .sameEndForAnyDemand: "A stream ends in the same way, however its values are requested."
    case .nothingAfterCancel: "Nothing arrives after `cancel()` has returned."
    case .secondCancelIgnored: "A second `cancel()` has no effect."
    case .cancelFromCallbacks: "A subscriber may cancel inside any of its callbacks."
    case .cancelReachesUpstream: "When the subscriber cancels, so does the operator."
    case .earlyEndCancelsUpstream: "An operator that ends before its upstream cancels it."
    case .noCancelAfterUpstreamEnds: "An operator does not cancel an upstream that has ended."
    case .requestsAfterEndIgnored: "Requests after the completion or the cancellation do nothing."
    case .subscribeFromCallbacks: "Subscribing is allowed inside any callback of the publisher's subscribers."
    case .sendFromCallbacks: "A value sent during a delivery is delivered once."
    case .releasedAfterCompletion: "On completion the subscriber is released, even if it keeps its subscription."
    case .releasedAfterCancel: "On cancellation the subscriber is released, even if it keeps its subscription."
    case .noLeaks: "When every part of a stream is released, nothing of it stays in memory."
    case .secondSubscriptionRejected: "A second subscription from upstream is cancelled and not forwarded."
    case .excessValuesTolerated: "Values beyond demand break nothing."
    case .eventsAfterEndIgnored: "Events that an upstream sends after its end are ignored."
    case .noRecursion: "The depth of the stack does not grow with the number of values."
    case .callsReturn: "Every call returns, also inside a callback: no lock is held during calls out."
    }
  }

  /// `D1 (A subscriber never receives ...)`
  public var description: String { "\(id) (\(text))" }

  /// By their place in the list.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.place < rhs.place }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

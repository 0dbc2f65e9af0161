/// The rules of streams, each with the number under which `Docs/Rules.md` explains it.
///
/// An issue of ``Laws`` names the broken rule. To exempt a publisher from a rule, pass a reason:
/// `except: [.releasedAfterCancel: "the cache outlives its subscribers by design"]`.
public enum LawRule: String, CaseIterable, Sendable {
  // Subscription
  /// S1: a subscriber receives exactly one subscription.
  case oneSubscription = "S1: A subscriber receives exactly one subscription."
  /// S2: nothing arrives before the subscription.
  case subscriptionFirst = "S2: Nothing arrives before the subscription."
  /// S3: requests and cancellations of one subscriber do not affect another.
  case independentSubscribers = "S3: Requests and cancellations of one subscriber do not affect another."
  // Demand
  /// D1: a subscriber never receives more values than it has requested in total.
  case neverMoreThanRequested = "D1: A subscriber never receives more values than it has requested in total."
  /// D2: requests add up, and each is served while there are values.
  case demandAddsUp = "D2: Requests add up, and each is served while there are values."
  /// D3: unlimited demand stays unlimited, after any other request.
  case unlimitedStaysUnlimited = "D3: Unlimited demand stays unlimited after any other request."
  /// D4: demand returned from `receive(_:)` counts as requested.
  case returnedDemandCounts = "D4: Demand returned from `receive(_:)` counts as requested."
  /// D5: a request made inside a callback counts.
  case requestsFromCallbacksCount = "D5: A request made inside a callback counts."
  /// D6: an operator never requests zero values.
  case noEmptyRequests = "D6: An operator never requests zero values."
  // Order
  /// O1: demand affects when values arrive, not which ones: each arrives once, in order.
  case everyValueOnceInOrder = "O1: Demand affects when values arrive, not which ones: each arrives once, in order."
  /// O2: a subscriber is called by one thread at a time.
  case oneAtATime = "O2: A subscriber is called by one thread at a time."
  // Terminal
  /// T1: a stream ends at most once.
  case oneCompletion = "T1: A stream ends at most once."
  /// T2: nothing arrives after the completion.
  case nothingAfterCompletion = "T2: Nothing arrives after the completion."
  /// T3: the completion arrives without demand, right after the last value.
  case completionNeedsNoDemand = "T3: The completion arrives without demand, right after the last value."
  /// T4: a stream ends in the same way, however its values are requested.
  case sameEndForAnyDemand = "T4: A stream ends in the same way, however its values are requested."
  // Cancellation
  /// C1: no delivery starts after `cancel()` has returned.
  case nothingAfterCancel = "C1: No delivery starts after `cancel()` has returned."
  /// C2: a second `cancel()` has no effect.
  case secondCancelIgnored = "C2: A second `cancel()` has no effect."
  /// C3: a subscriber may cancel inside any of its callbacks.
  case cancelFromCallbacks = "C3: A subscriber may cancel inside any of its callbacks."
  /// C4: when the subscriber cancels, so does the operator.
  case cancelReachesUpstream = "C4: When the subscriber cancels, so does the operator."
  /// C5: an operator that ends before its upstream cancels it.
  case earlyEndCancelsUpstream = "C5: An operator that ends before its upstream cancels it."
  /// C6: an operator does not cancel an upstream that has ended.
  case noCancelAfterUpstreamEnds = "C6: An operator does not cancel an upstream that has ended."
  /// C7: requests after the completion or the cancellation do nothing.
  case requestsAfterEndIgnored = "C7: Requests after the completion or the cancellation do nothing."
  // Re-entrancy
  /// R1: subscribing is allowed inside any callback of the publisher's subscribers.
  case subscribeFromCallbacks = "R1: Subscribing is allowed inside any callback of the publisher's subscribers."
  /// R2: a value sent during a delivery is delivered once.
  case sendFromCallbacks = "R2: A value sent during a delivery is delivered once."
  // Memory
  /// M1: on completion the subscriber is released, even if it keeps its subscription.
  case releasedAfterCompletion = "M1: On completion the subscriber is released, even if it keeps its subscription."
  /// M2: on cancellation the subscriber is released, even if it keeps its subscription.
  case releasedAfterCancel = "M2: On cancellation the subscriber is released, even if it keeps its subscription."
  /// M3: a stream that has ended or is cancelled leaves nothing in memory when it is released.
  case noLeaks = "M3: A stream that has ended or is cancelled leaves nothing in memory when it is released."
  // Misbehaving upstreams
  /// F1: a second subscription from upstream is cancelled and not forwarded.
  case secondSubscriptionRejected = "F1: A second subscription from upstream is cancelled and not forwarded."
  /// F2: values beyond demand break nothing.
  case excessValuesTolerated = "F2: Values beyond demand break nothing."
  /// F3: events that an upstream sends after its end are ignored.
  case eventsAfterEndIgnored = "F3: Events that an upstream sends after its end are ignored."
  // Recursion and progress
  /// N1: the depth of the stack does not grow with the number of values.
  case noRecursion = "N1: The depth of the stack does not grow with the number of values."
  /// P1: every call returns, also inside a callback: no lock is held during calls out.
  case callsReturn = "P1: Every call returns, also inside a callback: no lock is held during calls out."

  /// The number: a letter for the group, and a digit.
  package var id: String { String(rawValue.prefix(2)) }

  /// The rule in one sentence.
  package var text: String { String(rawValue.dropFirst(4)) }
}

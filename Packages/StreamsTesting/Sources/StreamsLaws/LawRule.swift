/// The rules of streams, each with the number under which `Docs/Rules.md` explains it.
///
/// A failure of ``Laws`` names one of them. To say that a publisher need not keep one, leave it out with a reason:
/// `except: [.letsGoAfterCancel: "the cache outlives its subscribers by design"]`.
public enum LawRule: String, CaseIterable, Sendable, Comparable, CustomStringConvertible {
  // Subscription
  /// S1: a subscriber receives exactly one subscription.
  case oneSubscription = "S1"
  /// S2: nothing arrives before the subscription.
  case subscriptionFirst = "S2"
  /// S3: what one subscriber asks for or cancels changes nothing for another.
  case independentSubscribers = "S3"
  // Demand
  /// D1: a subscriber never receives more values than it has asked for in total.
  case neverMoreThanRequested = "D1"
  /// D2: requests add up, and each is served while there are values.
  case demandAddsUp = "D2"
  /// D3: unlimited demand stays unlimited, whatever is requested before or after.
  case unlimitedIsForGood = "D3"
  /// D4: demand returned from `receive(_:)` counts as requested.
  case returnedDemandCounts = "D4"
  /// D5: a request made from within a callback counts.
  case requestsFromCallbacksCount = "D5"
  /// D6: an operator does not ask its upstream for nothing.
  case upstreamIsAskedForSomething = "D6"
  // Order
  /// O1: however values are asked for, the same arrive, once each and in order.
  case nothingLostOrDoubled = "O1"
  /// O2: a subscriber is called by one thread at a time.
  case oneAtATime = "O2"
  // Terminal
  /// T1: a stream ends at most once.
  case oneCompletion = "T1"
  /// T2: nothing arrives after the completion.
  case nothingAfterCompletion = "T2"
  /// T3: the completion arrives without being asked for, right after the last value.
  case completionNeedsNoDemand = "T3"
  /// T4: a stream ends in the same way however its values are asked for.
  case endIsTheSame = "T4"
  // Cancellation
  /// C1: nothing arrives after `cancel()` has returned.
  case nothingAfterCancel = "C1"
  /// C2: to cancel twice is to cancel once.
  case cancelledOnce = "C2"
  /// C3: a subscriber may cancel from within each of its callbacks.
  case cancelFromCallbacks = "C3"
  /// C4: when the subscriber cancels, so does the operator.
  case cancelReachesUpstream = "C4"
  /// C5: an operator that ends before its upstream cancels it.
  case earlyEndCancelsUpstream = "C5"
  /// C6: an upstream that has ended is not cancelled by the operator.
  case endedUpstreamIsLeftAlone = "C6"
  /// C7: requests after the completion or the cancellation do nothing.
  case requestsAfterTheEndAreIgnored = "C7"
  // Re-entrancy
  /// R1: a publisher can be subscribed to from within each callback of its subscribers.
  case subscribeFromCallbacks = "R1"
  /// R2: what is sent from within a delivery is delivered, once.
  case sendFromCallbacks = "R2"
  // Memory
  /// M1: after the completion the subscriber is let go of, although it keeps its subscription.
  case letsGoAfterCompletion = "M1"
  /// M2: after the cancellation the subscriber is let go of, although it keeps its subscription.
  case letsGoAfterCancel = "M2"
  /// M3: when all that was used is let go of, nothing of the stream stays in memory.
  case keepsNothing = "M3"
  // Misbehaving upstreams
  /// F1: a second subscription from upstream is cancelled and not passed on.
  case secondSubscriptionRefused = "F1"
  /// F2: values beyond demand break nothing.
  case excessSurvived = "F2"
  /// F3: what an upstream sends after its end is ignored.
  case lateEventsIgnored = "F3"
  // Recursion and progress
  /// N1: the depth of the stack does not grow with the number of values.
  case noRecursion = "N1"
  /// P1: every call returns, also from within a callback: no lock is held while others are called.
  case callsReturn = "P1"

  /// The number: a letter for the group, and a digit.
  public var id: String { rawValue }

  /// The rule in one sentence.
  public var text: String {
    switch self {
    case .oneSubscription: "A subscriber receives exactly one subscription."
    case .subscriptionFirst: "Nothing arrives before the subscription."
    case .independentSubscribers: "What one subscriber asks for or cancels changes nothing for another."
    case .neverMoreThanRequested: "A subscriber never receives more values than it has asked for in total."
    case .demandAddsUp: "Requests add up, and each is served while there are values."
    case .unlimitedIsForGood: "Unlimited demand stays unlimited, whatever is requested before or after."
    case .returnedDemandCounts: "Demand returned from `receive(_:)` counts as requested."
    case .requestsFromCallbacksCount: "A request made from within a callback counts."
    case .upstreamIsAskedForSomething: "An operator does not ask its upstream for nothing."
    case .nothingLostOrDoubled: "However values are asked for, the same arrive, once each and in order."
    case .oneAtATime: "A subscriber is called by one thread at a time."
    case .oneCompletion: "A stream ends at most once."
    case .nothingAfterCompletion: "Nothing arrives after the completion."
    case .completionNeedsNoDemand: "The completion arrives without being asked for, right after the last value."
    case .endIsTheSame: "A stream ends in the same way however its values are asked for."
    case .nothingAfterCancel: "Nothing arrives after `cancel()` has returned."
    case .cancelledOnce: "To cancel twice is to cancel once."
    case .cancelFromCallbacks: "A subscriber may cancel from within each of its callbacks."
    case .cancelReachesUpstream: "When the subscriber cancels, so does the operator."
    case .earlyEndCancelsUpstream: "An operator that ends before its upstream cancels it."
    case .endedUpstreamIsLeftAlone: "An upstream that has ended is not cancelled by the operator."
    case .requestsAfterTheEndAreIgnored: "Requests after the completion or the cancellation do nothing."
    case .subscribeFromCallbacks: "A publisher can be subscribed to from within each callback of its subscribers."
    case .sendFromCallbacks: "What is sent from within a delivery is delivered, once."
    case .letsGoAfterCompletion: "After the completion the subscriber is let go of, although it keeps its subscription."
    case .letsGoAfterCancel: "After the cancellation the subscriber is let go of, although it keeps its subscription."
    case .keepsNothing: "When all that was used is let go of, nothing of the stream stays in memory."
    case .secondSubscriptionRefused: "A second subscription from upstream is cancelled and not passed on."
    case .excessSurvived: "Values beyond demand break nothing."
    case .lateEventsIgnored: "What an upstream sends after its end is ignored."
    case .noRecursion: "The depth of the stack does not grow with the number of values."
    case .callsReturn: "Every call returns, also from within a callback: no lock is held while others are called."
    }
  }

  /// `D1 (A subscriber never receives ...)`
  public var description: String { "\(id) (\(text))" }

  /// By their place in the list.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.place < rhs.place }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

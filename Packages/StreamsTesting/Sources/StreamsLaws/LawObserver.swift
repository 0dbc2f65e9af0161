import Foundation

/// The subscriber that the law suite attaches. It passes values on as texts, so that nothing else is generic.
final class LawSubscriber<Input, Failure: Error>: Subscriber {
  private let observer: LawObserver

  init(_ observer: LawObserver) { self.observer = observer }

  func receive(subscription: any Subscription) { observer.receive(subscription: subscription) }
  func receive(_ input: Input) -> Subscribers.Demand { observer.receive(value: "\(input)") }
  func receive(completion: Subscribers.Completion<Failure>) { observer.receive(completion: "\(completion)") }
}

/// Watches one subscription for breaches of the rules that always hold: S1, S2, D1, O2, T1, T2, C1, C3, C7.
///
/// Sendable because `lock` guards its state, and the callbacks are set before it subscribes. In a race it has no lock,
/// which would synchronise the threads: a publisher must call it from one thread at a time, each of which sees the
/// changes of the one before. ThreadSanitizer detects violations.
final class LawObserver: @unchecked Sendable {
  struct Breach {
    let rule: LawRule
    let expected: String
    let actual: String
  }

  /// Called for each event, after it has been logged.
  var onSubscription: (LawObserver) -> Void = { _ in }
  var onValue: (LawObserver, Int) -> Subscribers.Demand = { _, _ in .none }
  var onCompletion: (LawObserver) -> Void = { _ in }

  fileprivate struct State {
    var subscription: (any Subscription)?
    var subscriptions = 0
    var values: [String] = []
    var completion: String?
    var requested = Subscribers.Demand.none
    var breaches: [Breach] = []
    var caller: ObjectIdentifier?
    var depth = 0
    /// After a cancellation: the rule that a further event breaks.
    var cancelled: LawRule?
    var requestedAfterTheEnd = false
    /// Whether the observation has ended. No more values are requested, and further events are not kept.
    var hasStopped = false
  }

  /// The numbers of values beyond the demand, and of nested deliveries, that end the observation.
  private static let excess = 100
  private static let deepest = 200

  /// Nil in a race.
  private let lock: NSLock?
  private var state = State()
  private let trace: LawTrace
  private let name: String

  /// - Parameter isRacing: Whether several threads request and cancel. Their requests are not counted.
  init(_ trace: LawTrace, name: String = "", isRacing: Bool = false) {
    self.trace = trace
    self.name = name.isEmpty ? "" : name + ": "
    lock = isRacing ? nil : NSLock()
    if isRacing { state.requested = .unlimited }
  }

  var values: [String] { withState { $0.values } }
  var completion: String? { withState { $0.completion } }
  var hasFailed: Bool { completion?.hasPrefix("failure") == true }
  var arrivals: Int { withState { $0.values.count + ($0.completion == nil ? 0 : 1) } }
  var subscriptions: Int { withState { $0.subscriptions } }
  var breaches: [Breach] { withState { $0.breaches } }
  var subscription: (any Subscription)? { withState { $0.subscription } }
  private var hasStopped: Bool { withState { $0.hasStopped } }

  var watched: [LawRule] {
    [.oneSubscription, .subscriptionFirst, .oneAtATime, .oneCompletion, .nothingAfterCompletion]
      + (lock == nil ? [] : [.neverMoreThanRequested])
  }

  // MARK: What it does

  func request(_ demand: Subscribers.Demand) {
    trace.note("-> \(name)request(\(demand))")
    let subscription = withState { state -> (any Subscription)? in
      if state.hasStopped { return nil }
      if state.cancelled != nil || state.completion != nil { state.requestedAfterTheEnd = true }
      state.requested += demand
      return state.subscription
    }
    subscription?.request(demand)
  }

  func cancel() {
    trace.note("-> \(name)cancel()")
    let (subscription, isInside) = withState { ($0.subscription, $0.depth > 0) }
    subscription?.cancel()
    withState { state in
      guard state.cancelled == nil, state.completion == nil else { return }
      state.cancelled = isInside ? .cancelFromCallbacks : .nothingAfterCancel
    }
  }

  /// Keeps the events received so far, and ignores later ones.
  func stop() { withState { $0.hasStopped = true } }

  func releaseSubscription() { _ = withState { exchange(&$0.subscription, with: nil) } }

  /// Releases the callbacks, because they may hold the run, which holds this.
  func releaseCallbacks() {
    onSubscription = { _ in }
    onValue = { _, _ in .none }
    onCompletion = { _ in }
  }

  // MARK: What it receives

  func receive(subscription: any Subscription) {
    trace.note("<- \(name)subscription")
    enter {
      $0.subscriptions += 1
      if $0.subscriptions == 1 { return $0.subscription = subscription }
      $0.note(.oneSubscription, "one subscription", "subscription number \($0.subscriptions)")
    }
    // Once values are requested, a queue may deliver them on its thread during this call.
    if lock == nil { leave() }
    onSubscription(self)
    if lock != nil { leave() }
  }

  func receive(value: String) -> Subscribers.Demand {
    if hasStopped { return .none }
    trace.note("<- \(name)\(value)")
    let count = enter {
      $0.judge("the value \(value)")
      $0.values.append(value)
      if $0.breaches.isEmpty, let requested = $0.requested.max, $0.values.count > requested {
        $0.note(.neverMoreThanRequested, "at most \(requested) values", "value number \($0.values.count), \(value)")
      }
      if let requested = $0.requested.max, $0.values.count - requested > Self.excess { $0.hasStopped = true }
      if $0.depth > Self.deepest {
        $0.note(.noRecursion, "the stack does not grow with the number of values", "\(Self.deepest) nested deliveries")
        $0.hasStopped = true
      }
      return $0.values.count
    }
    defer { leave() }
    if hasStopped {
      // The cancellation may stop a runaway publisher.
      subscription?.cancel()
      return .none
    }
    // So that a concurrent call occurs here, if there is one, even on a busy machine.
    if lock == nil, count.isMultiple(of: 4) { sched_yield() }
    let more = onValue(self, count)
    if more != .none {
      trace.note("-> \(name)returns \(more)")
      withState { $0.requested += more }
    }
    return more
  }

  func receive(completion: String) {
    if hasStopped { return }
    trace.note("<- \(name)\(completion)")
    enter {
      if let first = $0.completion, $0.cancelled == nil, !$0.requestedAfterTheEnd {
        $0.note(.oneCompletion, "one completion", "\(completion) after \(first)")
      } else {
        $0.judge(completion)
      }
      if $0.completion == nil { $0.completion = completion }
    }
    onCompletion(self)
    leave()
  }

  @discardableResult private func enter<R>(_ body: (inout State) -> R) -> R {
    let current = ObjectIdentifier(Thread.current)
    return withState { state in
      if state.depth > 0, state.caller != current {
        state.note(.oneAtATime, "one call at a time", "a call by another thread during a call")
      }
      state.depth += 1
      state.caller = current
      return body(&state)
    }
  }

  private func leave() { withState { $0.depth -= 1 } }

  private func withState<R>(_ body: (inout State) -> R) -> R {
    lock?.lock()
    defer { lock?.unlock() }
    return body(&state)
  }
}

extension LawObserver.State {
  fileprivate mutating func note(_ rule: LawRule, _ expected: String, _ actual: String) {
    breaches.append(.init(rule: rule, expected: expected, actual: actual))
  }

  /// Checks whether a value or a completion may arrive now.
  fileprivate mutating func judge(_ what: String) {
    if requestedAfterTheEnd, cancelled != nil || completion != nil {
      note(.requestsAfterEndIgnored, "nothing after a late request", what)
    } else if let cancelled {
      note(cancelled, "nothing after cancel()", what)
    } else if let completion {
      note(.nothingAfterCompletion, "nothing after \(completion)", what)
    } else if subscriptions == 0 {
      note(.subscriptionFirst, "the subscription", what)
    }
  }
}

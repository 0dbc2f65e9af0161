import Foundation

/// Receives the events of a subscriber of the law suite. Values are passed as texts, so that nothing here is generic.
protocol LawWitness: AnyObject {
  func receive(subscription: any Subscription)
  func receive(value: String) -> Subscribers.Demand
  func receive(completion: String)
}

/// The generic part of the subscriber that the law suite attaches.
final class LawSubscriber<Input, Failure: Error>: Subscriber {
  private let witness: any LawWitness

  init(_ witness: any LawWitness) { self.witness = witness }

  func receive(subscription: any Subscription) { witness.receive(subscription: subscription) }
  func receive(_ input: Input) -> Subscribers.Demand { witness.receive(value: "\(input)") }
  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: witness.receive(completion: "finished")
    case .failure(let error): witness.receive(completion: "failure(\(error))")
    }
  }
}

/// Watches one subscription for breaches of the rules that always hold: S1, S2, D1, O2, T1, T2, C1, C3, C7.
///
/// Sendable because `lock` guards its state, and the callbacks are set before it subscribes.
final class LawObserver: LawWitness, @unchecked Sendable {
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
    var caller: Thread?
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

  private let lock = NSLock()
  private var state = State()
  private let trace: LawTrace
  private let name: String

  init(_ trace: LawTrace, name: String = "") {
    self.trace = trace
    self.name = name.isEmpty ? "" : name + ": "
  }

  var values: [String] { lock.withLock { state.values } }
  var completion: String? { lock.withLock { state.completion } }
  var subscriptions: Int { lock.withLock { state.subscriptions } }
  var breaches: [Breach] { lock.withLock { state.breaches } }
  var subscription: (any Subscription)? { lock.withLock { state.subscription } }

  // MARK: What it does

  func request(_ demand: Subscribers.Demand) {
    trace.note("-> \(name)request(\(demand))")
    let subscription = lock.withLock { () -> (any Subscription)? in
      if state.hasStopped { return nil }
      if state.cancelled != nil || state.completion != nil { state.requestedAfterTheEnd = true }
      state.requested += demand
      return state.subscription
    }
    subscription?.request(demand)
  }

  func cancel() {
    trace.note("-> \(name)cancel()")
    let (subscription, isInside) = lock.withLock { (state.subscription, state.depth > 0) }
    subscription?.cancel()
    lock.withLock {
      guard state.cancelled == nil, state.completion == nil else { return }
      state.cancelled = isInside ? .cancelFromCallbacks : .nothingAfterCancel
    }
  }

  func forgetSubscription() {
    let gone = lock.withLock {
      defer { state.subscription = nil }
      return state.subscription
    }
    _ = gone
  }

  /// Releases the callbacks, because they may hold the run, which holds this.
  func forgetCallbacks() {
    onSubscription = { _ in }
    onValue = { _, _ in .none }
    onCompletion = { _ in }
  }

  // MARK: What it receives

  func receive(subscription: any Subscription) {
    trace.note("<- \(name)subscription")
    enter {
      $0.subscriptions += 1
      if $0.subscriptions == 1 {
        $0.subscription = subscription
      } else {
        $0.note(.oneSubscription, "one subscription", "subscription number \($0.subscriptions)")
      }
    }
    onSubscription(self)
    leave()
  }

  func receive(value: String) -> Subscribers.Demand {
    if hasStopped { return .none }
    trace.note("<- \(name)\(value)")
    var stops = false
    let count = enter {
      $0.judge("the value \(value)")
      $0.values.append(value)
      if $0.breaches.isEmpty, let requested = $0.requested.max, $0.values.count > requested {
        $0.note(.neverMoreThanRequested, "at most \(requested) values", "value number \($0.values.count), \(value)")
      }
      if let requested = $0.requested.max, $0.values.count - requested > Self.excess { stops = true }
      if $0.depth > Self.deepest {
        $0.note(
          .noRecursion, "the stack does not grow with the number of values",
          "\(Self.deepest) nested deliveries")
        stops = true
      }
      return $0.values.count
    }
    if stops {
      stop()
      leave()
      return .none
    }
    let more = onValue(self, count)
    if more != .none {
      trace.note("-> \(name)returns \(more)")
      lock.withLock { state.requested += more }
    }
    leave()
    return more
  }

  private var hasStopped: Bool { lock.withLock { state.hasStopped } }

  /// Ends the observation of a runaway publisher, and cancels it, which may stop it.
  private func stop() {
    let subscription = lock.withLock {
      state.hasStopped = true
      return state.subscription
    }
    subscription?.cancel()
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
    let current = Thread.current
    return lock.withLock {
      if state.depth > 0, state.caller !== current {
        state.note(.oneAtATime, "one call at a time", "a call by another thread during a call")
      }
      state.depth += 1
      state.caller = current
      return body(&state)
    }
  }

  private func leave() { lock.withLock { state.depth -= 1 } }
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

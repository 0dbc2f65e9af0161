import Foundation

/// What a subscriber of the law suite does with what it receives. Values come as texts, so nothing here is generic.
protocol LawWitness: AnyObject {
  func receive(subscription: any Subscription)
  func receive(value: String) -> Subscribers.Demand
  func receive(completion: String)
}

/// The subscriber that the law suite attaches: all that is generic about it.
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

/// Watches one subscription for breaches of what holds always: S1, S2, D1, O2, T1, T2, C1, C3, C7.
///
/// Sendable because its state is guarded by `lock`; the callbacks are set before it subscribes.
final class LawObserver: LawWitness, @unchecked Sendable {
  struct Breach {
    let rule: LawRule
    let expected: String
    let actual: String
  }

  /// What is done in each callback, after it was noted.
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
    /// The rule that is broken by what still arrives, once it was cancelled.
    var cancelled: LawRule?
    var requestedAfterTheEnd = false
    /// It has seen enough: it asks for nothing more, and what still comes is not kept.
    var hasStopped = false
  }

  /// So many values more than were asked for end the observation, and so many deliveries within one another.
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

  /// The callbacks may hold the run, which holds this.
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

  /// Ends the observation of a runaway publisher: one that does not stop may do so when cancelled.
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

  /// Whether a value or a completion may come now.
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

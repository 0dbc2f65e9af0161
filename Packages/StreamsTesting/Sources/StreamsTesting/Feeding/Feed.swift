import Foundation

/// One subscription to a `TestPublisher`: sends what it is given, one at a time, as far as it has been asked for.
final class Feed<Output, Failure: Error>: Subscription {
  private struct State {
    var waiting: [StreamEvent<Output, Failure>] = []
    var demand: Subscribers.Demand = .none
    var isSending = false
    var isOver = false
    var log: SubscriptionLog
    var tokens: [Timeline.Token] = []
  }

  private let lock = NSLock()
  /// Guarded by `lock`.
  private var state: State
  /// Let go of, under `lock`, when it is over.
  private var receiveValue: ((Output) -> Subscribers.Demand)?
  private var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  private var owner: TestPublisher<Output, Failure>?
  private let timeline: Timeline
  private let policy: DemandPolicy

  init<S: Subscriber>(_ subscriber: S, owner: TestPublisher<Output, Failure>)
  where S.Input == Output, S.Failure == Failure {
    self.owner = owner
    timeline = owner.timeline
    policy = owner.policy
    state = State(log: SubscriptionLog(subscribedAt: timeline.now))
    receiveValue = { subscriber.receive($0) }
    receiveCompletion = { subscriber.receive(completion: $0) }
  }

  var isAlive: Bool { lock.withLock { !state.isOver } }

  var log: SubscriptionLog { lock.withLock { state.log } }

  /// Tokens to cancel when it is over.
  func hold(_ tokens: [Timeline.Token]) {
    let isOver = lock.withLock {
      if !state.isOver { state.tokens += tokens }
      return state.isOver
    }
    if isOver { for token in tokens { token.cancel() } }
  }

  func offer(_ event: StreamEvent<Output, Failure>) {
    lock.lock()
    let isLost = policy == .drop && event.value != nil && state.demand <= .max(state.waiting.count)
    if isLost, !state.isOver { state.log.missed += 1 }
    if isLost || state.isOver { return lock.unlock() }
    state.waiting.append(event)
    lock.unlock()
    send()
  }

  func request(_ demand: Subscribers.Demand) {
    lock.lock()
    if state.isOver { return lock.unlock() }
    state.log.requests.append(SubscriptionLog.Request(time: timeline.now, demand: demand))
    add(demand)
    lock.unlock()
    send()
  }

  func cancel() { end { $0.cancelledAt = $1 } }

  /// Lock held.
  private func add(_ demand: Subscribers.Demand) {
    state.demand += demand
    state.log.requested += demand
  }

  private func send() {
    lock.lock()
    if state.isSending { return lock.unlock() }
    state.isSending = true
    while let event = next() {
      switch event {
      case .value(let value):
        let receive = receiveValue
        lock.unlock()
        let more = receive?(value) ?? .none
        lock.lock()
        if !state.isOver { add(more) }
      case .completion(let completion):
        let receive = receiveCompletion
        lock.unlock()
        end { $0.completedAt = $1 }
        receive?(completion)
        lock.lock()
      case .subscription, .cancellation: break
      }
    }
    state.isSending = false
    lock.unlock()
  }

  /// What may be sent now. Lock held.
  private func next() -> StreamEvent<Output, Failure>? {
    guard !state.isOver, let event = state.waiting.first else { return nil }
    if event.value != nil {
      if state.demand > .none {
        state.demand -= 1
      } else if policy == .ignore {
        state.log.overDelivered += 1
      } else {
        return nil
      }
      state.log.delivered += 1
    }
    return state.waiting.removeFirst()
  }

  private func end(_ note: (inout SubscriptionLog, Timeline.Instant) -> Void) {
    lock.lock()
    if state.isOver { return lock.unlock() }
    state.isOver = true
    note(&state.log, timeline.now)
    let held = (state.waiting, state.tokens, receiveValue, receiveCompletion, owner)
    state.waiting = []
    state.tokens = []
    receiveValue = nil
    receiveCompletion = nil
    owner = nil
    lock.unlock()
    for token in held.1 { token.cancel() }
    held.4?.remove(self)
    // What was held goes here, outside the lock.
    withExtendedLifetime(held) {}
  }
}

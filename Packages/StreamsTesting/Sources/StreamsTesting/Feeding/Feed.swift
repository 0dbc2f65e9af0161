import Foundation

/// One subscription to a `TestPublisher`. It sends its events one at a time, as far as they are requested.
final class Feed<Output, Failure: Error>: Subscription {
  private let lock = NSLock()
  // Guarded by `lock`.
  private var waiting: [StreamEvent<Output, Failure>?] = []
  /// The number of events at the start of `waiting` that have been sent, and are nil.
  private var sent = 0
  private var demand: Subscribers.Demand = .none
  /// Whether a call sends. At first the one that delivers the subscription, which events follow.
  private var isSending = true
  private var isOver = false
  private var record: SubscriptionLog
  private var tokens: [Timeline.Token] = []
  // Released at the end, under `lock`.
  private var receiveValue: ((Output) -> Subscribers.Demand)?
  private var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  private var owner: TestPublisher<Output, Failure>?
  private let timeline: Timeline
  private let policy: DemandPolicy
  /// That of the recording that has subscribed, for operators that subscribe while they receive an event.
  private let unread = UnreadMarbles.ofRecording

  init<S: Subscriber>(owner: TestPublisher<Output, Failure>, _ subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    self.owner = owner
    timeline = owner.timeline
    policy = owner.policy
    record = SubscriptionLog(subscriptionTime: timeline.now)
    receiveValue = { subscriber.receive($0) }
    receiveCompletion = { subscriber.receive(completion: $0) }
  }

  /// Sends the events so far: the subscription has been delivered.
  func start() {
    lock.withLock {
      isSending = false
      send()
    }
  }

  var isAlive: Bool { lock.withLock { !isOver } }

  var log: SubscriptionLog { lock.withLock { record } }

  /// Keeps tokens, which are cancelled at the end.
  func hold(_ tokens: [Timeline.Token]) {
    let isOver = lock.withLock {
      if !self.isOver { self.tokens += tokens }
      return self.isOver
    }
    if isOver { for token in tokens { token.cancel() } }
  }

  func offer(_ event: StreamEvent<Output, Failure>) {
    lock.lock()
    let isLost = policy == .drop && event.value != nil && demand <= .max(waiting.count - sent)
    if isLost, !isOver { record.missed += 1 }
    if !isLost, !isOver {
      waiting.append(event)
      send()
    }
    lock.unlock()
  }

  func request(_ demand: Subscribers.Demand) {
    lock.lock()
    if !isOver {
      record.requests.append(RecordedRequest(time: timeline.now, demand: demand))
      add(demand)
      send()
    }
    lock.unlock()
  }

  func cancel() { end { $0.cancellationTime = $1 } }

  /// The lock must be held.
  private func add(_ demand: Subscribers.Demand) {
    self.demand += demand
    record.requested += demand
  }

  /// Sends the events that may be sent, unless another call does. The lock is held, except during calls out.
  private func send() {
    if isSending { return }
    isSending = true
    while let more = unread == nil ? sendNext() : UnreadMarbles.$ofRecording.withValue(unread, operation: sendNext) {
      lock.lock()
      if !isOver { add(more) }
    }
    isSending = false
  }

  /// Sends the next event, and returns the demand for it, with the lock open: the event and the subscriber, which may
  /// be released at the end of this function, can then use the publisher. Returns nil, with the lock held, if no event
  /// may be sent.
  @inline(never) private func sendNext() -> Subscribers.Demand? {
    guard let event = next() else { return nil }
    let (receiveValue, receiveCompletion) = (receiveValue, receiveCompletion)
    lock.unlock()
    switch event {
    case .value(let value): return receiveValue?(value) ?? Subscribers.Demand.none
    case .completion(let completion):
      end { $0.completionTime = $1 }
      receiveCompletion?(completion)
    case .subscription, .cancellation: break
    }
    return Subscribers.Demand.none
  }

  /// Returns the next event that may be sent. The lock must be held.
  private func next() -> StreamEvent<Output, Failure>? {
    guard !isOver, sent < waiting.count, let event = waiting[sent] else { return nil }
    if event.value != nil {
      if demand > .none {
        demand -= 1
      } else if policy == .sendAnyway {
        record.overDelivered += 1
      } else {
        return nil
      }
      record.delivered += 1
    }
    waiting[sent] = nil
    sent += 1
    if sent == waiting.count || sent > max(32, waiting.count / 2) {
      waiting.removeFirst(sent)
      sent = 0
    }
    return event
  }

  private func end(_ note: (inout SubscriptionLog, Timeline.Instant) -> Void) {
    lock.lock()
    if isOver { return lock.unlock() }
    isOver = true
    note(&record, timeline.now)
    let held = (waiting, tokens, receiveValue, receiveCompletion, owner)
    (waiting, sent, tokens) = ([], 0, [])
    (receiveValue, receiveCompletion, owner) = (nil, nil, nil)
    lock.unlock()
    for token in held.1 { token.cancel() }
    held.4?.remove(self)
    // Released here, outside the lock.
    withExtendedLifetime(held) {}
  }
}

import Foundation

/// One subscription to a `TestPublisher`. It sends its events one at a time, as far as they are requested.
///
/// The path of an event is inlined, and so specialised, where the publisher is created and subscribed to.
@usableFromInline final class Feed<Output, Failure: Error>: Subscription {
  @usableFromInline let lock = NSLock()
  // Guarded by `lock`.
  @usableFromInline var waiting: [StreamEvent<Output, Failure>?] = []
  /// The number of events at the start of `waiting` that have been sent, and are nil.
  @usableFromInline var sent = 0
  @usableFromInline var demand: Subscribers.Demand = .none
  @usableFromInline var isSending = false
  @usableFromInline var isOver = false
  private var record: SubscriptionLog
  // The counters of the log.
  @usableFromInline var requested: Subscribers.Demand = .none
  @usableFromInline var delivered = 0
  @usableFromInline var missed = 0
  @usableFromInline var overDelivered = 0
  private var tokens: [Timeline.Token] = []
  // Released at the end, under `lock`.
  @usableFromInline var receiveValue: ((Output) -> Subscribers.Demand)?
  @usableFromInline var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  private var owner: TestPublisher<Output, Failure>?
  private let timeline: Timeline
  @usableFromInline let policy: DemandPolicy

  @usableFromInline init(
    owner: TestPublisher<Output, Failure>, receiveValue: @escaping (Output) -> Subscribers.Demand,
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.owner = owner
    timeline = owner.timeline
    policy = owner.policy
    record = SubscriptionLog(subscriptionTime: timeline.now)
    self.receiveValue = receiveValue
    self.receiveCompletion = receiveCompletion
  }

  var isAlive: Bool { lock.withLock { !isOver } }

  var log: SubscriptionLog {
    lock.withLock {
      var log = record
      (log.requested, log.delivered, log.missed, log.overDelivered) = (requested, delivered, missed, overDelivered)
      return log
    }
  }

  /// Keeps tokens, which are cancelled at the end.
  @usableFromInline func hold(_ tokens: [Timeline.Token]) {
    let isOver = lock.withLock {
      if !self.isOver { self.tokens += tokens }
      return self.isOver
    }
    if isOver { for token in tokens { token.cancel() } }
  }

  @inlinable func offer(_ event: StreamEvent<Output, Failure>) {
    lock.lock()
    let isLost = policy == .drop && event.value != nil && demand <= .max(waiting.count - sent)
    if isLost, !isOver { missed += 1 }
    if !isLost, !isOver {
      waiting.append(event)
      send()
    }
    lock.unlock()
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    lock.lock()
    if !isOver {
      record.requests.append(RecordedRequest(time: timeline.now, demand: demand))
      add(demand)
      send()
    }
    lock.unlock()
  }

  @usableFromInline func cancel() { end { $0.cancellationTime = $1 } }

  /// The lock must be held.
  @inlinable func add(_ demand: Subscribers.Demand) {
    self.demand += demand
    requested += demand
  }

  /// Sends the events that may be sent, unless another call does. The lock is held, except during calls out.
  @inlinable func send() {
    if isSending { return }
    isSending = true
    while let more = sendNext() {
      lock.lock()
      if !isOver { add(more) }
    }
    isSending = false
  }

  /// Sends the next event, and returns the demand for it, with the lock open: the event and the subscriber, which may
  /// be released at the end of this function, can then use the publisher. Returns nil, with the lock held, if no event
  /// may be sent.
  @inlinable @inline(never) func sendNext() -> Subscribers.Demand? {
    guard let event = next() else { return nil }
    let (receiveValue, receiveCompletion) = (receiveValue, receiveCompletion)
    lock.unlock()
    switch event {
    case .value(let value): return receiveValue?(value) ?? Subscribers.Demand.none
    case .completion(let completion):
      complete()
      receiveCompletion?(completion)
    case .subscription, .cancellation: break
    }
    return Subscribers.Demand.none
  }

  /// Returns the next event that may be sent. The lock must be held.
  @inlinable func next() -> StreamEvent<Output, Failure>? {
    guard !isOver, sent < waiting.count else { return nil }
    guard let event = waiting[sent] else { return nil }
    if event.value != nil {
      if demand > .none {
        demand -= 1
      } else if policy == .sendAnyway {
        overDelivered += 1
      } else {
        return nil
      }
      delivered += 1
    }
    waiting[sent] = nil
    sent += 1
    if sent == waiting.count || sent > max(32, waiting.count / 2) {
      waiting.removeFirst(sent)
      sent = 0
    }
    return event
  }

  @usableFromInline func complete() { end { $0.completionTime = $1 } }

  private func end(_ note: (inout SubscriptionLog, Timeline.Instant) -> Void) {
    lock.lock()
    if isOver { return lock.unlock() }
    isOver = true
    note(&record, timeline.now)
    let held = (waiting, tokens, receiveValue, receiveCompletion, owner)
    waiting = []
    sent = 0
    tokens = []
    receiveValue = nil
    receiveCompletion = nil
    owner = nil
    lock.unlock()
    for token in held.1 { token.cancel() }
    held.4?.remove(self)
    // Released here, outside the lock.
    withExtendedLifetime(held) {}
  }
}

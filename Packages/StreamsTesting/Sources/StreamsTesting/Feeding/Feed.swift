import Foundation
@_spi(TestKit) import Schedulers

/// One subscription to a `TestPublisher`. It sends its events one at a time, as far as they are requested.
final class Feed<Output, Failure: Error>: Subscription {
  private let lock = NSLock()
  // Guarded by `lock`.
  /// The numbers of events of the publisher, and how many of them have been sent.
  private var waiting: [Int] = []
  private var sent = 0
  private var demand: Subscribers.Demand = .none
  /// Whether a call sends. At first the one that delivers the subscription, which events follow.
  private var isSending = true
  private var record: SubscriptionLog
  private var tokens: [Timeline.Token] = []
  // Nil at the end.
  private var receiveValue: ((Output) -> Subscribers.Demand)?
  private var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  private var owner: TestPublisher<Output, Failure>?
  private let timeline: Timeline
  private let mark: TimelineStreams.Mark?

  init<S: Subscriber>(owner: TestPublisher<Output, Failure>, _ subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    self.owner = owner
    timeline = owner.timeline
    mark = timeline.streams.mark
    record = SubscriptionLog(subscriptionTime: timeline.now)
    receiveValue = { subscriber.receive($0) }
    receiveCompletion = { subscriber.receive(completion: $0) }
  }

  /// Sends the events so far: the subscription has been delivered. Keeps tokens, which are cancelled at the end.
  func start(_ tokens: [Timeline.Token] = []) {
    let isOver = lock.withLock {
      isSending = false
      if owner != nil { self.tokens = tokens }
      send()
      return owner == nil
    }
    if isOver { for token in tokens { token.cancel() } }
  }

  var isAlive: Bool { lock.withLock { owner != nil } }

  var log: SubscriptionLog { lock.withLock { record } }

  /// Sends the event with this number, or drops it, or lets it wait.
  func offer(_ number: Int) {
    lock.lock()
    if let owner, owner.policy == .drop, demand <= .max(waiting.count - sent), owner.events[number].event.isValue {
      record.missed += 1
    } else if owner != nil {
      waiting.append(number)
      send()
    }
    lock.unlock()
  }

  func request(_ demand: Subscribers.Demand) {
    lock.lock()
    if owner != nil {
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
    let fed = timeline.streams.ofFed
    let outer = fed.withLock { exchange(&$0, with: $0 ?? mark) }
    while let more = sendNext() {
      lock.lock()
      if owner != nil { add(more) }
    }
    if outer == nil { fed.withLock { $0 = nil } }
    isSending = false
  }

  /// Sends the next event, and returns the demand for it, with the lock open: the event and the subscriber, which may
  /// be released at the end of this function, can then use the publisher. Returns nil, with the lock held, for none.
  @inline(never) private func sendNext() -> Subscribers.Demand? {
    guard sent < waiting.count, let owner else { return nil }
    let event = owner.events[waiting[sent]].event
    if event.isValue {
      if demand == .none, owner.policy != .sendAnyway { return nil }
      if demand == .none { record.overDelivered += 1 } else { demand -= 1 }
      record.delivered += 1
    }
    sent += 1
    if sent == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      sent = 0
    }
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

  private func end(_ note: (inout SubscriptionLog, Timeline.Instant) -> Void) {
    lock.lock()
    if owner == nil { return lock.unlock() }
    note(&record, timeline.now)
    let held = (tokens, receiveValue, receiveCompletion, owner)
    (waiting, sent, tokens, receiveValue, receiveCompletion, owner) = ([], 0, [], nil, nil, nil)
    lock.unlock()
    for token in held.0 { token.cancel() }
    // Released here, outside the lock.
    withExtendedLifetime(held) {}
  }
}

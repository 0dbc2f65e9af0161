import Synchronization

/// The subscription of `flatMap`, `switchToLatest` and `merge`, and the subscriber of their upstream; `merge` has none.
/// It starts inner publishers, and sends the values of the running ones.
///
/// With unlimited demand, each inner publisher is asked for unlimited values, and a value is forwarded directly.
/// Otherwise `flatMap` and `merge` request one value at a time from each, and `switchToLatest` requests its demand from
/// the latest. A value that arrives during a delivery, or while demand is limited, is queued. For the last inner publisher see
/// ``DeliveryState``.
///
/// Generic over the values only. The code that depends on the types of the publishers is in the closure `startPublisher`.
@usableFromInline
final class Flattening<Input, Output, Failure: Error>: OperatorSubscriber<Input, Failure> {
  @usableFromInline typealias Inner = FlatteningInner<Input, Output, Failure>

  @_alwaysEmitIntoClient let downstream: _ErasedSubscriber<Output, Failure>
  @_alwaysEmitIntoClient let startPublisher: (Flattening, Input) -> Void
  // Stored, so that they are specialised.
  /// Ends an inner subscriber. Publishers of one value end as often as they send.
  @_alwaysEmitIntoClient let onInnerEnd: (Inner, Subscribers.Completion<Failure>) -> Void
  @_alwaysEmitIntoClient let onSettle: (Flattening) -> Void
  @_alwaysEmitIntoClient let onQueuedValue: (Flattening, Output, Inner, DeliveryState) -> Void
  @_alwaysEmitIntoClient let name: StaticString
  /// Whether all publishers are known beforehand, and there is no upstream (`merge`). As in Apple's implementation, a request
  /// for no values is then ignored, like events before the subscription. While a value of a publisher waits, its further
  /// values are dropped.
  @_alwaysEmitIntoClient let isMerging: Bool
  /// Whether only the latest publisher runs (`switchToLatest`).
  @_alwaysEmitIntoClient let keepsOnlyLatest: Bool
  /// The number of publishers that may run at a time (`flatMap`).
  @_alwaysEmitIntoClient let limit: Subscribers.Demand

  /// Pending while demand is limited or values are queued. A value must then take the lock. Over when the completion has
  /// been sent or the downstream has cancelled, which is set under the lock.
  @_alwaysEmitIntoClient let drain = SerialDrain(SerialDrain.pending)
  let isUnlimited = Atomic<Bool>(false)
  /// Whether the upstream has finished and one inner publisher is left.
  let hasOneLeft = Atomic<Bool>(false)

  // Guarded by the lock of `drain`.

  @_alwaysEmitIntoClient @exclusivity(unchecked) var demand = Subscribers.Demand.none
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasUnsentDemand = false
  /// A ``Backlog`` of the values that wait, made for the first one. Without its type, like `inners`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var queue: AnyObject?
  /// The inner subscribers that have sent the values in `queue`, in the same order, to request another one after each.
  /// There is none for values queued while demand was unlimited, which are the last ones, and for `switchToLatest`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var senders = Ring<AnyObject>()
  @_alwaysEmitIntoClient @exclusivity(unchecked) var ending = Ending()
  /// Whether no further publishers are started.
  @exclusivity(unchecked) var startsNoMore = false
  /// The number of running inner publishers, plus one for the upstream until it has ended.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var active = 1
  /// All inner subscribers, running or not, by their index. Without their type, which unspecialised code would look up.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var inners: ContiguousArray<AnyObject> = []
  /// The index of the first idle inner subscriber, -1 if there is none. Each one stores the index of the next. It is
  /// reused unless something else retains it.
  @exclusivity(unchecked) var free = -1
  /// The index of the latest inner subscriber if it runs, otherwise -1. Used only by `switchToLatest`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var latest = -1

  /// The number of publishers being started, nested in each other; belongs to the upstream's delivery.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var depth = 0

  /// - Parameter startPublisher: turns a value of the upstream into a publisher, and starts it.
  @_alwaysEmitIntoClient init(
    _ downstream: consuming _ErasedSubscriber<Output, Failure>, name: StaticString,
    limit: Subscribers.Demand = .unlimited, keepsOnlyLatest: Bool = false, isMerging: Bool = false,
    startPublisher: consuming @escaping (Flattening, Input) -> Void
  ) {
    self.downstream = consume downstream
    self.startPublisher = consume startPublisher
    onInnerEnd = { $0.end($1) }
    onSettle = { $0.settle() }
    onQueuedValue = { $0.enqueue($1, from: $2, $3) }
    self.name = name
    self.limit = limit
    self.keepsOnlyLatest = keepsOnlyLatest
    self.isMerging = isMerging
    super.init { node, value in
      Unmanaged<Flattening>.fromOpaque(Unmanaged.passUnretained(node).toOpaque())._withUnsafeGuaranteedRef { me in
        if me.upstreamIsOver() || me.drain.isOver { return .none }
        me.depth &+= 1
        me.startPublisher(me, value)
        me.depth &-= 1
        // The upstream may have ended while the publisher was started.
        if me.depth == 0, me.upstreamIsOver() { me.drain.lock.withLock { me.startNoMore() } }
        return .none
      }
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    if limit != .none { subscription.request(limit) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if !drain.isOver, finish() { upstreamEnded(completion) }
  }

  // MARK: Values

  /// Delivers a value of `inner`, whose state was `former`, or queues it if a delivery is under way. Returns whether `inner`
  /// keeps the delivery.
  ///
  /// Not specialised, because it only passes the value on, in memory.
  @inline(__always) func receive(_ value: Output, from inner: Inner, _ former: DeliveryState) -> Bool {
    if former == .keepingDelivery, drain.isOnlyDelivering {
      _ = downstream.receive(value)
      if !inner.upstreamIsOver(), drain.isOnlyDelivering { return true }
    } else {
      guard former != .keepingDelivery, drain.beginDelivery() else {
        onQueuedValue(self, value, inner, former)
        return false
      }
      // `switchToLatest` may have left `inner` since it looked, and a newer publisher may have sent a value.
      if !inner.upstreamIsOver() { _ = downstream.receive(value) }
      if former == .idle, hasOneLeft.load(ordering: .acquiring), !inner.upstreamIsOver(), drain.isOnlyDelivering {
        return true
      }
    }
    if !drain.finishDelivery() { onSettle(self) }
    return false
  }

  /// Queues a value. Delivers the queue if no thread is delivering, or if `inner` has kept the delivery.
  @_alwaysEmitIntoClient func enqueue(_ value: Output, from inner: Inner, _ former: DeliveryState) {
    let mustSettle = drain.enqueue {
      // Otherwise, publishers that send without a pause could delay the failure endlessly.
      if !inner.isActive || ending.hasFailed { return }
      if !keepsOnlyLatest, demand != .unlimited {
        if isMerging, inner.isWaiting { return }
        inner.isWaiting = true
        senders.append(inner)
      }
      if queue == nil { queue = Backlog<Output>() }
      backlog().ring.append(value)
    }
    if mustSettle || former == .keepingDelivery { settle() }
  }

  // MARK: Delivering what is queued

  /// For the delivering thread: delivers the queue as far as there is demand, then ends the delivery. Returns earlier if
  /// another thread takes over.
  @_alwaysEmitIntoClient func settle() {
    var done = 0
    while true {
      if done == SerialDrain.turnLimit {
        if !drain.offer() { return }
        done = 0
      }
      done &+= 1
      drain.lock.lock()
      guard !drain.isOver, hasQueued(), demand.takeOne() else { return endDelivery() }
      let value = backlog().ring.removeFirst()
      let sender = senders.count > 0 ? _unsafeUncheckedDowncast(senders.removeFirst(), to: Inner.self) : nil
      sender?.isWaiting = false
      let wasUnlimited = demand == .unlimited
      drain.lock.unlock()
      let more = downstream.receive(value)
      if more != .none { drain.lock.withLock { add(more) } }
      if !wasUnlimited { sender?.relay(.max(1)) }
    }
  }

  /// Whether values wait. The lock must be held.
  @_alwaysEmitIntoClient func hasQueued() -> Bool {
    guard let queue else { return false }
    return !_unsafeUncheckedDowncast(queue, to: Backlog<Output>.self).ring.isEmpty
  }

  /// The queue, which must exist.
  @_alwaysEmitIntoClient func backlog() -> Backlog<Output> {
    _unsafeUncheckedDowncast(queue!, to: Backlog<Output>.self)
  }

  /// Ends the delivery, or the stream if it failed, or ended and no value waits. The lock must be held; it is released.
  @_alwaysEmitIntoClient func endDelivery() {
    let hasQueued = hasQueued()
    if ending.isSet, !hasQueued || ending.hasFailed, drain.end().isFirst {
      drain.lock.unlock()
      cancelAll()
      return downstream.receive(completion: ending.completion())
    }
    if drain.isOver { return drain.lock.unlock() }
    drain.becomeIdle(isPending: demand != .unlimited || hasQueued)
    let hasUnsentDemand = hasUnsentDemand
    self.hasUnsentDemand = false
    drain.lock.unlock()
    if hasUnsentDemand { sendDemand() }
  }

  override func request(_ more: Subscribers.Demand) {
    if more == .none, isMerging { return }
    more.mustNotBeNone(name)
    if drain.enqueue({ add(more) }) { onSettle(self) }
  }

  // MARK: Cancelling

  override func cancel() {
    if drain.lock.withLock({ drain.end().isFirst }) { cancelAll() }
  }

  /// Cancels the inner publishers, then the upstream, and drops queued values.
  @usableFromInline func cancelAll() {
    var all: ContiguousArray<AnyObject> = []
    var senders = Ring<AnyObject>()
    drain.lock.lock()
    swap(&all, &inners)
    let dropped = queue
    queue = nil
    swap(&senders, &self.senders)
    latest = -1
    drain.lock.unlock()
    for inner in all { _unsafeUncheckedDowncast(inner, to: Inner.self).stop() }
    _ = finishAndCancel()
    withExtendedLifetime(dropped) {}
  }

  override var description: String { name.description }
}

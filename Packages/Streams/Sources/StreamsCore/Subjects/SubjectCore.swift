/// Delivers a subject's values to the subscribers on its ``SubscriberList``.
///
/// While one thread delivers, the owner, the events of other threads wait in the inbox, and the owner delivers them in
/// order. A reentrant send is delivered immediately, unless older events are pending. It then waits behind them.
///
/// For events sent during a delivery, see SubjectCore+Busy.swift; for subjects that keep values, SubjectCore+Keeping.swift.
@usableFromInline final class SubjectCore<Output, Failure: Error>: SubscriberList {
  @usableFromInline typealias Node = _ErasedSubscriber<Output, Failure>

  enum Event {
    case value(Output)
    case completion(Ending)
    case catchUp(SubjectSubscription)
    /// The completion for a subscriber that has received its subscription after the end.
    case end(Node)
  }

  @_alwaysEmitIntoClient let keeping: Keeping

  /// Guarded by `lock`, like the next one. Made for the first event.
  @exclusivity(unchecked) var inbox: Backlog<Event>?
  /// The number of the last value among the events; 0 for none.
  @exclusivity(unchecked) var lastValue = 0
  /// Events taken out of the inbox and not processed yet. Belongs to the owner, like the next two.
  @exclusivity(unchecked) var batch: Backlog<Event>?
  /// The number of the event after which the next arrival joins the list, as far as the owner knows.
  @exclusivity(unchecked) private var nextJoin = Int.max
  /// The number of events ever taken out of `batch`.
  @exclusivity(unchecked) var processed = 0
  /// Set under `lock`; constant from then on, until the subject is deinitialised.
  @exclusivity(unchecked) private(set) var ending = Ending()
  /// The last value delivered, for later subscribers; belongs to the owner. Nil if none is kept.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var latest: Output?
  /// The last value sent (`whenSent`), or the last one whose delivery has ended or that has been queued
  /// (`whenDelivered`); guarded by the latch. Nil if none is kept.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var current: Output?

  /// - Parameters:
  ///   - name: the description of the subscriptions.
  ///   - isCounted: whether the parent of each subscriber is a ``ConnectionCounter``, which counts the subscription.
  init(
    _ name: StaticString, current: Output? = nil, _ keeping: Keeping = .nothing, isCounted: Bool = false,
    countsDemand: Bool = true
  ) {
    self.keeping = keeping
    latest = current
    self.current = current
    super.init(name, isCounted: isCounted, countsDemand: countsDemand, relaysDemand: keeping != .nothing)
  }

  /// Adds a subscriber, and sends it a subscription. That adds requests to its demand, from which a delivery takes, and
  /// retains the node and `parent` until it is off the list. After the end, it sends the completion, and before that an
  /// empty subscription if the subscriber needs one.
  @_semantics("optimize.sil.specialize.generic.never")
  @usableFromInline func add(_ node: Node, parent: AnyObject) {
    let subscription = SubjectSubscription(self, node, parent, isSink: node._takesAll)
    let isWelcome = insert(subscription, Unmanaged.passUnretained(node).toOpaque())
    if !isWelcome, !isCounted { return node.receive(only: ending.completion()) }
    node.receive(subscription: subscription)
    if isWelcome {
      if subscription.markReceived() { completeLate(node) }
      return
    }
    if !subscription.demand.end().isOver { complete(node) }
    subscription.release()
  }

  // MARK: Sending

  /// Sends a value, for subjects that keep none.
  @_alwaysEmitIntoClient func send(_ value: Output) {
    let me = currentThreadToken()
    // If a thread is delivering, this one or another, or edits the list, the value may have to wait: see SubjectCore+Busy.
    guard owner.take(me) else {
      sendBusy(value, me)
      return
    }
    deliver(value)
    // Others may have left events meanwhile.
    if !owner.giveUp(me) { settle(me) }
  }

  /// Sends a value of an upstream. `share` keeps none, and calls `send`.
  @_alwaysEmitIntoClient func forward(_ value: Output) {
    if keeping == .whenSent { keepAndSend(value) } else { send(value) }
  }

  /// Delivers a value to all subscribers that are on the list now. A demand that is over is not unlimited.
  @_alwaysEmitIntoClient func deliver(_ value: Output) {
    for case let entry? in UnsafeBufferPointer(start: entries, count: count) {
      let node = Unmanaged<Node>.fromOpaque(entry.node)
      let demand = entry.subscription._withUnsafeGuaranteedRef { $0.demand.now }
      if demand.isUnlimited {
        if keeping != .nothing { entry.subscription._withUnsafeGuaranteedRef { $0.missed = false } }
        _ = node._withUnsafeGuaranteedRef { $0.receive(value) }
      } else if !demand.isOver {
        entry.subscription._withUnsafeGuaranteedRef { subscription in
          node._withUnsafeGuaranteedRef { deliver(value, to: subscription, $0) }
        }
      }
    }
  }

  /// Delivers a value if one is requested. Out of line, to keep the loop above short.
  @_alwaysEmitIntoClient @inline(never)
  func deliver(_ value: Output, to subscription: SubjectSubscription, _ node: Node) {
    subscription.missed = !subscription.demand.takeOne()
    if subscription.missed { return }
    let more = node.receive(value)
    if more != .none { _ = subscription.demand.add(more) }
  }

  func send(completion: Subscribers.Completion<Failure>) {
    let ending = Ending(completion)
    let me = currentThreadToken()
    if deliversNow(me) { return finish(ending) }
    if owner.take(me) || enqueueCompletion(ending, me) {
      finish(ending)
      settle(me)
    }
  }

  override func catchUp(_ subscription: SubjectSubscription) {
    if keeping != .nothing { sendLatest(to: subscription) }
  }

  // MARK: The end of a delivery

  /// After this many events of other threads, the owner offers the delivery to the next sender.
  private static var turnLimit: Int { 256 }

  /// Whether the calling thread is delivering, and no earlier event is pending. A reentrant event is then processed
  /// immediately. Otherwise, the owner processes it when it settles.
  func deliversNow(_ me: UInt) -> Bool {
    // If the word is only the token, nothing is pending.
    if owner.isQuiet(me) { return true }
    return owner.isOwner(me) && hasEmptyBatch
      && lock.withLock {
        inbox?.ring.isEmpty != false && arrivals.allSatisfy { !$0.awaitsLatest || !$0.missed }
      }
  }

  var hasEmptyBatch: Bool { batch?.ring.isEmpty != false }

  /// Processes, as owner, the events enqueued for it, then releases the list. Another thread may take over the rest.
  @_semantics("optimize.sil.specialize.generic.never")
  @usableFromInline func settle(_ me: UInt) {
    var done = 0
    while true {
      // If the word is only the token, nothing is pending.
      if owner.isQuiet(me), owner.giveUp(me) { return }
      if done == Self.turnLimit {
        if !offer(me) { return }
        done = 0
      }
      done += 1
      if !hasEmptyBatch, processed < nextJoin { doNext() } else if !collect() { return }
    }
  }

  /// Takes what is enqueued for the owner: the events become the batch, if that is empty, and the list is updated. If there is
  /// nothing more to do, releases the list and returns false.
  private func collect() -> Bool {
    var late: ContiguousArray<SubjectSubscription> = []
    var waiting: SubjectSubscription?
    lock.lock()
    let left = leavers
    if left.count > 0 { leavers = [] }
    if hasEmptyBatch { (inbox, batch) = (batch, inbox) }
    for subscription in left { detach(subscription) }
    // Under the lock, so that threads that come and go without a pause do not keep the owner.
    while waiting == nil, let next = firstArrival, next.lastEvent <= processed {
      removeArrival(next)
      if !join(next) { late.append(next) } else if next.awaitsLatest { waiting = next }
    }
    nextJoin = firstArrival?.lastEvent ?? .max
    // Otherwise the word goes on saying that there are events, because a reentrant one waits behind those of the batch.
    let isLast = hasEmptyBatch && waiting == nil
    if isLast { owner.become(OwnerWord.idle) }
    lock.unlock()
    for subscription in left { subscription.release() }
    // These have left, or the stream has ended before they arrived.
    for subscription in late {
      end(subscription)
      subscription.release()
    }
    if let waiting { deliverLatest(to: waiting) }
    return !isLast
  }

  /// Processes, as the owner, the oldest event that was enqueued for it.
  private func doNext() {
    guard let batch else { return }
    processed += 1
    switch batch.ring.removeFirst() {
    case .value(let value): keepAndDeliver(value, isNested: false)
    case .completion(let ending): finish(ending)
    case .catchUp(let subscription): deliverLatest(to: subscription)
    case .end(let node): complete(node)
    }
  }

  // MARK: What the owner does

  func deliver(_ value: Output, to subscription: SubjectSubscription) {
    if let node = node(of: subscription) { deliver(value, to: subscription, node) }
  }

  /// Ends the stream of one subscriber. If that is still receiving its subscription, the code that sends it does so.
  func end(_ subscription: SubjectSubscription) {
    if subscription.passCompletionToSender() || subscription.demand.end().isOver { return }
    if let node = node(of: subscription) { complete(node) }
  }

  func complete(_ node: Node) {
    if ending.isSet { node.receive(completion: ending.completion()) }
  }

  private func node(of subscription: SubjectSubscription) -> Node? {
    guard let downstream = subscription.currentDownstream else { return nil }
    return _unsafeUncheckedDowncast(downstream, to: Node.self)
  }

  /// Ends the stream of all subscribers. An outer delivery may be iterating over the list, so only the owner empties it.
  func finish(_ ending: Ending) {
    if isOver { return }
    lock.withLock {
      self.ending = ending
      isOver = true
    }
    for index in 0..<count {
      guard let subscription = entries?[index]?.subscription.takeUnretainedValue() else { continue }
      end(subscription)
      lock.withLock { leavers.append(subscription) }
    }
    // So that the outermost delivery settles.
    owner.addEvents()
  }

  /// Called when the subject is deinitialised. Cancels the upstreams, and releases the kept values and the completion,
  /// because subscribers may keep their subscriptions, and these keep the core.
  func shutDown() {
    cancelUpstreams()
    // A subscriber that has left may still be receiving the latest value.
    guard owner.closeIdle() else { return }
    let (latest, current, ending) = (latest, current, ending)
    self.latest = nil
    self.current = nil
    self.ending = Ending()
    owner.open(OwnerWord.idle)
    withExtendedLifetime(latest) {}
    withExtendedLifetime(current) {}
    withExtendedLifetime(ending) {}
  }
}

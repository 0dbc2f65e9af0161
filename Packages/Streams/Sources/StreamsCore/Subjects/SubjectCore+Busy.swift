import Synchronization

/// Events sent while a delivery is under way, on this thread or another.
extension SubjectCore {
  /// After this many events of other threads, the owner offers the delivery to the next sender.
  private static var turnLimit: Int { 256 }
  /// When this many events are pending, a thread that adds one yields, so that the owner can run.
  private static var crowdLimit: Int { 1024 }

  /// Sends a value. Returns false if the value is dropped because the stream has ended.
  @usableFromInline @discardableResult func sendBusy(_ value: Output, _ me: UInt) -> Bool {
    guard isNext(me) else { return deliverOrEnqueue(value, me) }
    if isOver { return false }
    keepAndDeliver(value, isNested: true)
    return true
  }

  /// Whether the calling thread is delivering, and no earlier event is pending. A reentrant event is then processed
  /// immediately. Otherwise, the owner processes it when it settles.
  func isNext(_ me: UInt) -> Bool {
    // If the word is only the token, nothing is pending.
    if owner.isQuiet(me) { return true }
    return owner.isOwner(me) && hasEmptyBatch && lock.withLock { inbox?.ring.isEmpty != false }
  }

  private var hasEmptyBatch: Bool { batch?.ring.isEmpty != false }

  /// Leaves a value for the owner, or delivers it if there is none. Returns false if the stream has ended.
  private func deliverOrEnqueue(_ value: Output, _ me: UInt) -> Bool {
    let claim = enqueue(.value(value), me)
    if claim != .isMine { return claim == .isEnqueued }
    let isWelcome = !isOver
    keepAndDeliver(value, isNested: false)
    settle(me)
    return isWelcome
  }

  /// Delivers a value, unless the stream has ended, and makes it the latest and the current one, unless a newer one is
  /// pending.
  private func keepAndDeliver(_ value: Output, isNested: Bool) {
    if isOver { return }
    if keeping == .nothing { deliver(value, isNested: isNested) } else { keep(value, isNested: isNested) }
  }

  /// Separate, because this code looks up types.
  private func keep(_ value: Output, isNested: Bool) {
    var kept: Output? = value
    // Values are released last, because the deinit of one may send.
    let outdated = latest
    latest = value
    if keeping == .whenSent { makeCurrentIfNewest(&kept) }
    deliver(value, isNested: isNested)
    let nested = latest
    if keeping == .whenDelivered {
      latest = value
      makeCurrentIfNewest(&kept)
    }
    withExtendedLifetime(kept) {}
    withExtendedLifetime(outdated) {}
    withExtendedLifetime(nested) {}
  }

  /// Delivers a value to all subscribers. A reentrant value is also delivered to those that arrived during the delivery.
  private func deliver(_ value: Output, isNested: Bool) {
    deliver(value)
    if isNested, owner.hasEvents { deliverToArrivals(value) }
  }

  private func deliverToArrivals(_ value: Output) {
    let (arrivals, left) = currentArrivals()
    for subscription in left { subscription.release() }
    for subscription in arrivals { deliver(value, to: subscription) }
  }

  /// Exchanges the current value, unless a newer value is pending.
  func makeCurrentIfNewest(_ value: inout Output?) {
    if hasEmptyBatch { lock.withLock { if waitingValues == 0 { makeCurrent(&value) } } }
  }

  /// Makes the calling thread the owner if there is none. Otherwise enqueues the event for the owner.
  func enqueue(_ event: Event, _ me: UInt) -> Claim {
    let isNested = owner.isOwner(me)
    var former: Output?
    var takesOver = false
    var isCrowded = false
    let claim: Claim = lock.withLock {
      if !isNested {
        switch owner.takeOrLeaveEvents(me) {
        case .idle: return .isMine
        case .offered: takesOver = true
        case .owned: break
        }
      }
      let inbox = self.inbox ?? Backlog()
      self.inbox = inbox
      inbox.ring.append(event)
      isCrowded = !isNested && inbox.ring.count > Self.crowdLimit
      guard case .value(let value) = event else { return .isEnqueued }
      waitingValues += 1
      if isOver { return .isTooLate }
      guard keeping != .nothing else { return .isEnqueued }
      former = value
      makeCurrent(&former)
      return .isEnqueued
    }
    withExtendedLifetime(former) {}
    if takesOver {
      settle(me)
    } else if isCrowded {
      yieldThread()
    }
    return claim
  }

  // Separate, because code that looks up the type of an event does so even if it does not enqueue one.

  /// Leaves a completion for the owner. Returns true if there is none: the caller is the owner.
  func enqueueCompletion(_ completion: Subscribers.Completion<Failure>, _ me: UInt) -> Bool {
    enqueue(.completion(completion), me) == .isMine
  }

  /// The same, for a subscriber that must receive the latest value.
  func enqueueCatchUp(_ subscription: SubjectSubscription, _ me: UInt) -> Bool {
    enqueue(.catchUp(subscription), me) == .isMine
  }

  /// Processes, as the owner, the events that were enqueued for it, then releases the list. Another thread may take over
  /// the rest.
  @usableFromInline func settle(_ me: UInt) {
    var done = 0
    while true {
      if hasEmptyBatch {
        // If the word is only the token, nothing is pending.
        if owner.isQuiet(me), owner.giveUp(me) { return }
        if !collect(me) { return }
      } else if done == Self.turnLimit {
        if !offer(me) { return }
        done = 0
      } else {
        done += 1
        doNext()
      }
    }
  }

  /// Empties the inbox. If it is empty already, releases the list and returns false.
  private func collect(_ me: UInt) -> Bool {
    lock.lock()
    let (came, left) = (arrivals, leavers)
    if came.count > 0 { arrivals = [] }
    if left.count > 0 { leavers = [] }
    if let waiting = inbox {
      inbox = batch
      batch = waiting
    }
    waitingValues = 0
    let isLast = came.count | left.count == 0
    // Events of the batch must still show in the word, because a reentrant one waits behind them.
    let isQuiet = hasEmptyBatch
    if isQuiet { owner.become(isLast ? OwnerWord.idle : me) }
    lock.unlock()
    if isQuiet && isLast { return false }
    update(arrivals: came, leavers: left)
    for subscription in left { subscription.release() }
    for subscription in came { releaseIfLate(subscription) }
    return true
  }

  /// Releases an arrival that is not on the list: it has left, or the stream has ended before it arrived.
  private func releaseIfLate(_ subscription: SubjectSubscription) {
    if subscription.index >= 0 { return }
    if !subscription.hasLeft { end(subscription) }
    subscription.release()
  }

  /// Releases the list for a moment although events are left. A thread that sends in that moment takes over. No thread
  /// waits. Returns true if no thread has taken over and this one is the owner again.
  ///
  /// This thread looks at the word afterwards, so no event is lost.
  private func offer(_ me: UInt) -> Bool {
    owner.become(OwnerWord.events)
    yieldThread()
    return owner.takeOffered(me)
  }

  /// Processes, as the owner, the oldest event that was enqueued for it.
  private func doNext() {
    guard let batch else { return }
    switch batch.ring.removeFirst() {
    case .value(let value): keepAndDeliver(value, isNested: false)
    case .completion(let completion): finish(completion)
    case .catchUp(let subscription): deliverLatest(to: subscription)
    case .arrival(let subscription):
      update(arrivals: [subscription], leavers: [])
      releaseIfLate(subscription)
    }
  }
}

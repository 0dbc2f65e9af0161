import Synchronization

/// Events sent while a delivery is under way, on this thread or another.
extension SubjectCore {
  /// After this many events of other threads, the owner offers the delivery to the next sender.
  private static var turnLimit: Int { 256 }
  /// When this many events are pending, a thread that adds one yields, so that the owner can run.
  private static var crowdLimit: Int { 1024 }

  /// Sends a value. Returns false if the value is dropped because the stream has ended.
  @usableFromInline @discardableResult func sendBusy(_ value: Output, _ me: UInt) -> Bool {
    guard isNext(me) else { return leave(value, me) }
    if isOver { return false }
    keepAndDeliver(value, isNested: true)
    return true
  }

  /// Whether the calling thread is delivering, and no earlier event is pending. A reentrant event is then processed
  /// immediately. Otherwise, the owner processes it when it settles.
  func isNext(_ me: UInt) -> Bool {
    // In most cases the mailbox is empty, and everything taken out of it has been processed.
    let word = owner.load(ordering: .relaxed)
    return word == me || word & ~3 == me && taken.count == 0 && lock.withLock { events.count == 0 }
  }

  /// Leaves a value for the owner, or delivers it if there is none. Returns false if the stream has ended.
  private func leave(_ value: Output, _ me: UInt) -> Bool {
    let claim = leave(.value(value), me)
    if claim != .isMine { return claim == .isLeft }
    let isWelcome = !isOver
    keepAndDeliver(value, isNested: false)
    settle(me)
    return isWelcome
  }

  /// Leaves a completion for the owner. Returns true if there is none; the caller has then become the owner.
  func leave(_ completion: Subscribers.Completion<Failure>, _ me: UInt) -> Bool {
    leave(.completion(completion), me) == .isMine
  }

  /// Leaves a subscriber that has missed the latest value for the owner. Returns true if there is none; the caller has
  /// then become the owner.
  func leave(_ subscription: SubjectSubscription, _ me: UInt) -> Bool { leave(.catchUp(subscription), me) == .isMine }

  /// Delivers a value, and makes it the latest and the current one, unless a newer one is in the mailbox.
  private func keepAndDeliver(_ value: Output, isNested: Bool) {
    if keeping == .nothing || isOver { deliver(value, isNested: isNested) } else { keep(value, isNested: isNested) }
  }

  /// Separate, because this code looks up types.
  private func keep(_ value: Output, isNested: Bool) {
    var kept: Output? = value
    // Released after the delivery, because its deinit may send.
    let outdated = latest
    latest = value
    if keeping == .whenSent { makeCurrentIfNewest(&kept) }
    deliver(value, isNested: isNested)
    if keeping == .whenDelivered { makeCurrentIfNewest(&kept) }
    withExtendedLifetime(kept) {}
    withExtendedLifetime(outdated) {}
  }

  /// Delivers a value to all subscribers, and a reentrant one also to those that have arrived during the delivery.
  private func deliver(_ value: Output, isNested: Bool) {
    deliver(value)
    if isNested, owner.load(ordering: .relaxed) & Self.events != 0 { deliverToArrivals(value) }
  }

  private func deliverToArrivals(_ value: Output) {
    let (arrivals, left) = currentArrivals()
    for subscription in left { subscription.release() }
    for subscription in arrivals { deliver(value, to: subscription) }
  }

  /// Exchanges the current value, unless a newer value is in the mailbox.
  func makeCurrentIfNewest(_ value: inout Output?) {
    if value != nil { lock.withLock { if waitingValues == 0 { makeCurrent(&value) } } }
  }

  /// Makes the calling thread the owner if there is none. Otherwise leaves the event for the owner.
  private func leave(_ event: Event, _ me: UInt) -> Claim {
    let isNested = isDelivering(me)
    var former: Output?
    var takesOver = false
    var isCrowded = false
    let claim: Claim = lock.withLock {
      if !isNested {
        let word = exchange { $0 & ~Self.events == 0 ? me | $0 : $0 | Self.events }
        if word == 0 { return .isMine }
        takesOver = word == 1
      }
      events.append(event)
      isCrowded = !isNested && events.count > Self.crowdLimit
      guard case .value(let value) = event else { return .isLeft }
      waitingValues += 1
      if isOver { return .isTooLate }
      guard keeping != .nothing else { return .isLeft }
      former = value
      makeCurrent(&former)
      return .isLeft
    }
    withExtendedLifetime(former) {}
    if takesOver {
      settle(me)
    } else if isCrowded {
      yieldThread()
    }
    return claim
  }

  /// Processes, as the owner, the events that were left for it, then releases the list. Another thread may take over
  /// the rest.
  @usableFromInline func settle(_ me: UInt) {
    // If the word is only the token, nothing is pending.
    if owner.load(ordering: .relaxed) == me, giveUp(me) { return }
    var done = 0
    while true {
      if taken.count == 0 {
        if !collect() { return }
      } else if done == Self.turnLimit {
        if !offer(me) { return }
        done = 0
      } else {
        done += 1
        doNext()
      }
    }
  }

  /// Empties the mailbox. If it is empty already, releases the list and returns false.
  private func collect() -> Bool {
    var came: ContiguousArray<SubjectSubscription> = []
    var left: ContiguousArray<SubjectSubscription> = []
    let isDone = lock.withLock {
      swap(&came, &arrivals)
      swap(&left, &leavers)
      Ring.exchange(&taken, &events)
      waitingValues = 0
      if !came.isEmpty || !left.isEmpty || !taken.isEmpty { return false }
      exchange { _ in 0 }
      return true
    }
    if isDone { return false }
    let gone = update(arrivals: came, leavers: left)
    for subscription in gone.left { subscription.release() }
    for subscription in gone.late {
      end(subscription)
      subscription.release()
    }
    return true
  }

  /// Releases the list for a moment although events are left. A thread that sends in that moment takes over. No thread
  /// waits. Returns true if no thread has taken over and this one is the owner again.
  ///
  /// The word is 1 meanwhile. This thread checks it afterwards, so no event is lost.
  private func offer(_ me: UInt) -> Bool {
    exchange { _ in 1 }
    yieldThread()
    return exchange { $0 == Self.events ? me | $0 : $0 } == Self.events
  }

  /// Processes, as the owner, the oldest event that was left for it.
  private func doNext() {
    switch taken.removeFirst() {
    case .value(let value):
      var kept: Output? = keeping == .nothing || isOver ? nil : value
      let outdated = latest
      if kept != nil { latest = value }
      deliver(value)
      if keeping == .whenDelivered, taken.isEmpty { makeCurrentIfNewest(&kept) }
      withExtendedLifetime((kept, outdated)) {}
    case .completion(let completion): finish(completion)
    case .catchUp(let subscription): deliverLatest(to: subscription)
    }
  }
}

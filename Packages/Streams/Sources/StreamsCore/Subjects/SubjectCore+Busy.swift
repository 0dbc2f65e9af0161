import Synchronization

/// Events sent while a delivery is under way, on this thread or another.
extension SubjectCore {
  /// After this many events of other threads, the owner offers the delivery to the next sender.
  private static var turnLimit: Int { 256 }
  /// When this many events are pending, a thread that adds one yields, so that the owner can run.
  private static var crowdLimit: Int { 1024 }

  enum Claim {
    /// The caller has become the owner. It must process the event and settle.
    case isMine
    /// The event has been processed, or is left for the owner.
    case isDone
    /// The event comes after the end.
    case isTooLate
  }

  /// Sends a value. Returns false if the value is dropped because the stream has ended.
  @usableFromInline @discardableResult func sendBusy(_ value: Output, _ me: UInt) -> Bool {
    switch claim(me, orLeave: .value(value)) {
    case .isDone: return true
    case .isTooLate: return false
    case .isMine:
      let isWelcome = !isOver
      keepAndDeliver(value)
      settle(me)
      return isWelcome
    }
  }

  /// Delivers a value, and makes it the latest and the current one, unless a newer one is in the mailbox.
  private func keepAndDeliver(_ value: Output, alsoToArrivals: Bool = false) {
    var kept: Output? = keeping == .nothing || isOver ? nil : value
    // Released after the delivery, because its deinit may send.
    let outdated = latest
    if kept != nil { latest = value }
    if keeping == .whenSent { makeCurrentIfNewest(&kept) }
    deliver(value)
    if alsoToArrivals {
      let (arrivals, left) = currentArrivals()
      left.forEach { $0.release() }
      for subscription in arrivals { deliver(value, to: subscription) }
    }
    if keeping == .whenDelivered { makeCurrentIfNewest(&kept) }
    withExtendedLifetime((kept, outdated)) {}
  }

  /// Exchanges the current value, unless a newer value is in the mailbox.
  func makeCurrentIfNewest(_ value: inout Output?) {
    if value != nil { lock.withLock { if waitingValues == 0 { makeCurrent(&value) } } }
  }

  /// Makes the calling thread the owner if there is none. Otherwise processes a reentrant event, or leaves the event
  /// for the owner.
  func claim(_ me: UInt, orLeave event: Event) -> Claim {
    let isNested = owner.load(ordering: .relaxed) & ~3 == me
    if isNested, !waitsBehindOthers(event) {
      if isOver { return .isTooLate }
      nested(event)
      return .isDone
    }
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
      guard case .value(let value) = event else { return .isDone }
      waitingValues += 1
      if isOver { return .isTooLate }
      guard keeping != .nothing else { return .isDone }
      former = value
      makeCurrent(&former)
      return .isDone
    }
    withExtendedLifetime(former) {}
    if takesOver {
      settle(me)
    } else if isCrowded {
      yieldThread()
    }
    return claim
  }

  /// Whether a reentrant event has to wait behind earlier ones. The owner processes it when it settles.
  private func waitsBehindOthers(_ event: Event) -> Bool {
    if case .catchUp = event { return false }
    return !taken.isEmpty || lock.withLock { !events.isEmpty }
  }

  private func nested(_ event: Event) {
    switch event {
    case .value(let value): keepAndDeliver(value, alsoToArrivals: true)
    case .completion(let completion): finish(completion)
    case .catchUp(let subscription): deliverLatest(to: subscription)
    }
  }

  /// Processes, as the owner, the events that were left for it, then releases the list. Another thread may take over
  /// the rest.
  @usableFromInline func settle(_ me: UInt) {
    var done = 0
    while true {
      if taken.isEmpty {
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
    gone.left.forEach { $0.release() }
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

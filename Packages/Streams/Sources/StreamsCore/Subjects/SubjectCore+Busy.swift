extension SubscriberList {
  /// What has become of an event. Here, because unspecialised code would look up a type nested in a generic class.
  enum Claim {
    /// The caller has become the owner. It must process the event and settle.
    case isOwner
    /// The owner processes the event, or the caller has done so because the delivery was offered to it.
    case isHandled
    /// The same, but the event is a value and the stream has ended, so the value is dropped.
    case isTooLate
  }
}

/// Events sent while a delivery is under way, on this thread or another.
///
/// The owner processes them when it settles, see SubjectCore.swift. It does not work for the others without bound: after
/// `turnLimit` events, it offers the delivery to a thread that sends at that moment.
extension SubjectCore {
  /// When this many events are pending, a thread that adds one yields, so that the owner can run.
  private static var crowdLimit: Int { 1024 }

  /// Sends a value. Returns false if the value is dropped because the stream has ended.
  @_semantics("optimize.sil.specialize.generic.never")
  @usableFromInline @discardableResult func sendBusy(_ value: Output, _ me: UInt) -> Bool {
    if !deliversNow(me) { return deliverOrEnqueue(value, me) }
    if isOver { return false }
    keepAndDeliver(value, isNested: true)
    return true
  }

  /// Enqueues a value for the owner, or delivers it if there is none. Returns false if the stream has ended.
  private func deliverOrEnqueue(_ value: Output, _ me: UInt) -> Bool {
    let claim = enqueue(.value(value), me)
    if claim != .isOwner { return claim == .isHandled }
    let isWelcome = !isOver
    keepAndDeliver(value, isNested: false)
    settle(me)
    return isWelcome
  }

  /// Delivers a value, unless the stream has ended.
  func keepAndDeliver(_ value: Output, isNested: Bool) {
    if isOver { return }
    if keeping == .nothing { deliver(value, isNested: isNested) } else { keep(value, isNested: isNested) }
  }

  /// Delivers a value to all subscribers. A reentrant value is also delivered to those that arrived during the delivery.
  func deliver(_ value: Output, isNested: Bool) {
    deliver(value)
    if isNested, owner.hasEvents { deliverToArrivals(value) }
  }

  private func deliverToArrivals(_ value: Output) {
    // Not to those that wait for an event that another thread has enqueued meanwhile.
    for subscription in lock.withLock({ arrivals }) where subscription.lastEvent <= processed {
      deliver(value, to: subscription)
    }
  }

  /// Makes the calling thread the owner if there is none. Otherwise enqueues the event for the owner, which may be the
  /// calling thread if the delivery was offered.
  func enqueue(_ event: Event, _ me: UInt) -> Claim {
    let isNested = owner.isOwner(me)
    var former: Output?
    var takesOver = false
    var isCrowded = false
    let claim: Claim = lock.withLock {
      if !isNested {
        switch owner.takeOrAddEvents(me) {
        case .idle: return .isOwner
        case .offered: takesOver = true
        case .owned: break
        }
      }
      let inbox = self.inbox ?? Backlog()
      self.inbox = inbox
      inbox.ring.append(event)
      enqueued += 1
      isCrowded = !isNested && inbox.ring.count > Self.crowdLimit
      guard case .value(let value) = event else { return .isHandled }
      lastValue = enqueued
      if isOver { return .isTooLate }
      if keeping != .nothing {
        former = value
        makeCurrent(&former)
      }
      return .isHandled
    }
    withExtendedLifetime(former) {}
    if takesOver {
      settle(me)
    } else if isCrowded {
      yieldThread()
    }
    return claim
  }

  /// Enqueues a completion for the owner. Returns true if there is none: the caller is the owner. Separate, because code
  /// that looks up the type of an event does so even if it does not enqueue one.
  func enqueueCompletion(_ ending: Ending, _ me: UInt) -> Bool {
    enqueue(.completion(ending), me) == .isOwner
  }

  /// Completes a subscriber that has received its subscription after the end. Another thread may be sending it a value.
  func completeLate(_ node: Node) {
    let me = currentThreadToken()
    if owner.isOwner(me) { return complete(node) }
    if enqueue(.end(node), me) == .isOwner {
      complete(node)
      settle(me)
    }
  }

  /// Releases the list for a moment although events are left. A thread that sends in that moment takes over. No thread
  /// waits. Returns true if no thread has taken over: this one is the owner again, and continues.
  ///
  /// This thread looks at the word afterwards, so no event is lost.
  func offer(_ me: UInt) -> Bool {
    owner.become(OwnerWord.events)
    yieldThread()
    return owner.takeOffered(me)
  }
}

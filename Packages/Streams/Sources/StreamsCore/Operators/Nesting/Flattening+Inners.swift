import Synchronization

extension Flattening {
  /// Sends the value of a publisher that has exactly one. Returns false if it has not, or if the value cannot be sent now:
  /// a delivery is under way, or demand is limited. The publisher must then be subscribed to.
  @_alwaysEmitIntoClient func sendSingle(of single: () -> Output?) -> Bool {
    guard let value = single(), drain.beginDelivery() else { return false }
    // Demand is unlimited if a delivery begins, so what the downstream adds is ignored.
    _ = downstream.receive(value)
    if !drain.finishDelivery() { settle() }
    if limit != .unlimited { relay(.max(1)) }
    return true
  }

  /// Starts another publisher, by calling `subscribe` with its subscriber.
  @_alwaysEmitIntoClient func start(_ subscribe: (Inner) -> Void) {
    guard let (inner, replaced) = drain.lock.withLock({ drain.isOver ? nil : admit() }) else { return }
    withExtendedLifetime(replaced) {}
    subscribe(inner)
  }

  /// Returns an inner subscriber for another publisher, and the one that it replaces, if that is still referenced
  /// elsewhere. The lock must be held.
  @usableFromInline func admit() -> (Inner, AnyObject?) {
    active += 1
    let index = free >= 0 ? free : inners.count
    if free >= 0 { free = inner(at: free).nextFree }
    if keepsOnlyLatest { latest = index }
    if index == inners.count || !isKnownUniquelyReferenced(&inners[index]) { return keepNew(at: index) }
    let inner = inner(at: index)
    inner.renew(self)
    return (inner, nil)
  }

  /// Stores a new inner subscriber. Separate, because this code looks up types. The lock must be held.
  @inline(never) private func keepNew(at index: Int) -> (Inner, AnyObject?) {
    let inner = Inner(self, index)
    if index == inners.count {
      inners.append(inner)
      return (inner, nil)
    }
    let replaced = inners[index]
    inners[index] = inner
    return (inner, replaced)
  }

  /// The inner subscriber at an index.
  @_alwaysEmitIntoClient @inline(__always) func inner(at index: Int) -> Inner {
    _unsafeUncheckedDowncast(inners[index], to: Inner.self)
  }

  /// Cancels the latest publisher, before the next one starts. The values that it has sent before stay in the queue. Returns
  /// false if cancelling has started a newer one, so that the next one must be dropped.
  @_alwaysEmitIntoClient func leaveLatest() -> Bool {
    drain.lock.lock()
    guard latest >= 0, !drain.isOver else {
      drain.lock.unlock()
      return true
    }
    let inner = self.inner(at: latest)
    retire(inner)
    drain.lock.unlock()
    _ = inner.finishAndCancel()
    return drain.lock.withLock { latest < 0 }
  }

  /// Marks an inner subscriber as ended. The lock must be held.
  @usableFromInline func retire(_ inner: Inner) {
    inner.isActive = false
    if keepsOnlyLatest { latest = -1 }
    inner.nextFree = free
    free = inner.index
    active -= 1
    if startsNoMore, active == 1 { hasOneLeft.store(true, ordering: .releasing) }
  }

  /// Records that the upstream has ended and no publisher is being started. The lock must be held.
  @usableFromInline func startNoMore() {
    startsNoMore = true
    if active == 1 { hasOneLeft.store(true, ordering: .releasing) }
  }

  @usableFromInline func upstreamEnded(_ completion: Subscribers.Completion<Failure>) {
    let ending = Ending(completion)
    drain.lock.lock()
    if !ending.hasFailed {
      active -= 1
      if depth == 0 { startNoMore() }
    }
    let mustSettle = (ending.hasFailed || active == 0) && record(ending, isDelivering: false)
    drain.lock.unlock()
    withExtendedLifetime(ending) {}
    if mustSettle { settle() }
  }

  @_alwaysEmitIntoClient func ended(_ inner: Inner, _ completion: Subscribers.Completion<Failure>, isDelivering: Bool) {
    let ending = Ending(completion)
    drain.lock.lock()
    guard inner.isActive, !drain.isOver else { return drain.lock.unlock() }
    let endsStream = ending.hasFailed || active == 1
    // Before `retire` sets `hasOneLeft`: the publisher that is left must not keep the delivery if there is a failure.
    let mustSettle = endsStream && record(ending, isDelivering: isDelivering)
    retire(inner)
    drain.lock.unlock()
    withExtendedLifetime(ending) {}
    if mustSettle { return settle() }
    if !endsStream, limit != .unlimited { relay(.max(1)) }
  }

  /// Records how the stream ends, unless it has failed already. Returns true if the caller is the delivering thread. The
  /// lock must be held.
  ///
  /// - Parameter isDelivering: whether the caller is the delivering thread already.
  @_alwaysEmitIntoClient func record(_ ending: Ending, isDelivering: Bool) -> Bool {
    if drain.isOver { return false }
    if !self.ending.hasFailed { self.ending = ending }
    return drain.claim() || isDelivering
  }

  // MARK: Demand: `flatMap` and `merge` request one value at a time, or unlimited ones, and `switchToLatest` the whole demand

  /// Returns the demand to request from an inner publisher whose subscription has arrived.
  func firstDemand(of inner: Inner) -> Subscribers.Demand {
    if !keepsOnlyLatest { return isUnlimited.load(ordering: .relaxed) ? .unlimited : .max(1) }
    return drain.lock.withLock {
      inner.isOpen = true
      // Values of earlier publishers that are in the queue come first.
      let queued = queue == nil ? 0 : backlog().ring.count
      return inner.isActive && demand > queued ? demand - queued : .none
    }
  }

  /// Adds demand. The lock must be held. The delivering thread forwards it after it has delivered the queued values,
  /// because inner publishers may send many values at once.
  @usableFromInline func add(_ more: Subscribers.Demand) {
    let wasUnlimited = demand == .unlimited
    demand += more
    if !keepsOnlyLatest {
      if wasUnlimited || demand != .unlimited { return }
      isUnlimited.store(true, ordering: .relaxed)
      hasUnsentDemand = !inners.isEmpty
    } else if latest >= 0 {
      let inner = self.inner(at: latest)
      // Otherwise `firstDemand` requests it.
      if !inner.isOpen { return }
      inner.unsent += more
      hasUnsentDemand = true
    }
  }

  /// Requests the added demand: unlimited values from all inner publishers once the demand is unlimited, or the same
  /// amount from the latest one.
  @usableFromInline func sendDemand() {
    if !keepsOnlyLatest {
      for inner in drain.lock.withLock({ inners }) {
        _unsafeUncheckedDowncast(inner, to: Inner.self).relay(.unlimited)
      }
      return
    }
    let (inner, unsent): (Inner?, Subscribers.Demand) = drain.lock.withLock {
      if latest < 0 { return (nil, .none) }
      let inner = self.inner(at: latest)
      defer { inner.unsent = .none }
      return (inner, inner.unsent)
    }
    if unsent != .none { inner?.relay(unsent) }
  }
}

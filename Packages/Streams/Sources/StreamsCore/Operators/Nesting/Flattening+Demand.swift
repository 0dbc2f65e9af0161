import Synchronization

extension Flattening {
  /// Returns the demand to request from an inner publisher whose subscription has arrived.
  @usableFromInline func firstDemand(of inner: Inner) -> Subscribers.Demand {
    if !keepsOnlyLatest { return isUnlimited.load(ordering: .relaxed) ? .unlimited : .max(1) }
    drain.lock.lock()
    inner.isOpen = true
    let first = inner.isActive ? demand : .none
    drain.lock.unlock()
    return first
  }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    more.mustNotBeNone(keepsOnlyLatest ? "SwitchToLatest" : "FlatMap")
    drain.lock.lock()
    add(more)
    let isMine = drain.claim()
    drain.lock.unlock()
    if isMine { settle(self) }
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

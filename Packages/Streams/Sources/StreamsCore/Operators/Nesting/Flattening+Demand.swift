import Synchronization

extension Flattening {
  /// What an inner whose subscription has arrived is asked for.
  @usableFromInline func firstDemand(of inner: Inner) -> Subscribers.Demand {
    if limit != nil { return isUnlimited.load(ordering: .relaxed) ? .unlimited : .max(1) }
    return drain.lock.withLock {
      inner.isOpen = true
      return inner.isActive ? demand : .none
    }
  }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    more.mustNotBeNone(limit == nil ? "SwitchToLatest" : "FlatMap")
    let isMine = drain.lock.withLock {
      add(more)
      return drain.claim()
    }
    if isMine { settle(self) }
  }

  /// Under the lock. The delivering thread passes it on when it has delivered what is queued: inners may send a lot at
  /// once, and then no delivery is under way.
  @usableFromInline func add(_ more: Subscribers.Demand) {
    let wasUnlimited = demand == .unlimited
    demand += more
    if limit != nil {
      if wasUnlimited || demand != .unlimited { return }
      isUnlimited.store(true, ordering: .relaxed)
      owesDemand = true
    } else if latest >= 0, inners[latest].isOpen {
      inners[latest].owed += more
      owesDemand = true
    }
  }

  /// Asks the inners for what has been added: for everything, as soon as everything is wanted, or the latest for as
  /// much.
  @usableFromInline func passDemandOn() {
    if limit != nil {
      for inner in drain.lock.withLock({ inners }) { inner.relay(.unlimited) }
      return
    }
    let (inner, owed): (Inner?, Subscribers.Demand) = drain.lock.withLock {
      if latest < 0 { return (nil, .none) }
      defer { inners[latest].owed = .none }
      return (inners[latest], inners[latest].owed)
    }
    if owed != .none { inner?.relay(owed) }
  }
}

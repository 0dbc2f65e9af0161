/// The demand that a ``CombiningCoordinator`` has requested from its sides, and still has to.
@frozen @usableFromInline struct CombiningDemand {
  /// The total demand requested from each side.
  @usableFromInline var requested = Subscribers.Demand.none
  /// The sides that have sent their subscriptions, as bits.
  @usableFromInline var openSides: UInt8 = 0
  @usableFromInline var unsent = Four<Subscribers.Demand>(repeating: .none)
  @usableFromInline var isRequesting = false

  @inlinable init() {}

  /// Records that a side has sent its subscription. Returns the demand to request from it immediately.
  @usableFromInline mutating func open(_ index: Int) -> Subscribers.Demand {
    openSides |= 1 << index
    return requested
  }

  /// Records demand for all open sides except one. Returns true if the caller must request it, until ``next()`` returns
  /// nil.
  @usableFromInline mutating func add(_ demand: Subscribers.Demand, butNot except: Int) -> Bool {
    requested += demand
    for index in 0..<4 where index != except && openSides & 1 << index != 0 { unsent[index] += demand }
    if isRequesting { return false }
    isRequesting = true
    return true
  }

  /// Returns the next side to request from, and its demand.
  @usableFromInline mutating func next() -> (index: Int, demand: Subscribers.Demand)? {
    for index in 0..<4 where unsent[index] != .none {
      defer { unsent[index] = .none }
      return (index, unsent[index])
    }
    isRequesting = false
    return nil
  }
}

extension CombiningCoordinator {
  @inlinable func addDemand(_ more: Subscribers.Demand) {
    if more != .none, drain.enqueue({ requested += more }) { _ = settle() }
  }

  @inlinable func open(_ index: Int) -> Subscribers.Demand { drain.lock.withLock { ledger.open(index) } }

  /// Requests `more` from the sides. One thread at a time does so, and a reentrant call leaves it to the outer one.
  /// Otherwise, sides that send immediately would nest calls without a limit.
  @inlinable func requestFromSides(_ more: Subscribers.Demand, butNot except: Int) {
    guard drain.lock.withLock({ ledger.add(more, butNot: except) }) else { return }
    while true {
      let next: (input: (any AnyCombiningInput)?, demand: Subscribers.Demand)? = drain.lock.withLock {
        ledger.next().map { (inputs[$0.index], $0.demand) }
      }
      guard let next else { return }
      next.input?.relay(next.demand)
    }
  }
}

/// What a ``CombiningCoordinator`` has asked of its sides, and still has to.
@frozen @usableFromInline struct CombiningDemand {
  /// What each side is asked for in total.
  @usableFromInline var asked = Subscribers.Demand.none
  /// The sides that have sent their subscriptions, as bits.
  @usableFromInline var openSides: UInt8 = 0
  @usableFromInline var owed = Four<Subscribers.Demand>(repeating: .none)
  @usableFromInline var isAsking = false

  @inlinable init() {}

  /// Notes that a side has sent its subscription; returns what to ask of it immediately.
  @usableFromInline mutating func open(_ index: Int) -> Subscribers.Demand {
    openSides |= 1 << index
    return asked
  }

  /// Notes what is to be asked of all open sides but one. True if the caller is to ask, until ``next()`` is nil.
  @usableFromInline mutating func add(_ demand: Subscribers.Demand, butNot except: Int) -> Bool {
    asked += demand
    for index in 0..<4 where index != except && openSides & 1 << index != 0 { owed[index] += demand }
    if isAsking { return false }
    isAsking = true
    return true
  }

  /// What to ask of which side next.
  @usableFromInline mutating func next() -> (index: Int, demand: Subscribers.Demand)? {
    for index in 0..<4 where owed[index] != .none {
      defer { owed[index] = .none }
      return (index, owed[index])
    }
    isAsking = false
    return nil
  }
}

extension CombiningCoordinator {
  @inlinable func want(_ more: Subscribers.Demand) {
    if more != .none, drain.leave({ requested += more }) { _ = settle() }
  }

  @inlinable func open(_ index: Int) -> Subscribers.Demand { drain.lock.withLock { ledger.open(index) } }

  /// Asks the sides for more. One thread does it at a time, and a nested call leaves it to the outer one, so that sides
  /// that send at once do not make calls nest without end.
  @inlinable func ask(_ more: Subscribers.Demand, butNot except: Int) {
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

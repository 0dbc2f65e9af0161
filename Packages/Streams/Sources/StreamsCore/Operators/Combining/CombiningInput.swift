/// One of the upstreams of a ``CombiningCoordinator``.
@usableFromInline final class CombiningInput<Value, Output, Failure: Error>: OperatorSubscriber<Value, Failure> {
  @_alwaysEmitIntoClient let coordinator: CombiningCoordinator<Output, Failure>
  @_alwaysEmitIntoClient let index: Int
  /// This input in the sets of the coordinator.
  @_alwaysEmitIntoClient let bit: UInt8
  /// Stored, so that it is specialised.
  @_alwaysEmitIntoClient let onEnd: (CombiningInput, Subscribers.Completion<Failure>) -> Void
  /// The unused values, oldest first, or the latest value. Owned by the delivering thread.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var values = Ring<Value>()

  @_alwaysEmitIntoClient init(_ coordinator: CombiningCoordinator<Output, Failure>, index: Int) {
    self.coordinator = coordinator
    self.index = index
    bit = coordinator.bit(index)
    onEnd = { $0.coordinator.enqueue(.end($0.index, Ending($1))) }
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      return me.isLive() ? me.coordinator.receive($1, from: me) : .none
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    let demand = coordinator.drain.lock.withLock {
      coordinator.open |= bit
      return coordinator.totalRequested
    }
    if demand != .none { subscription.request(demand) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if isLive(), finish() { onEnd(self, completion) }
  }

  @_alwaysEmitIntoClient @inline(__always) func store(_ value: Value) {
    if values.isEmpty {
      coordinator.missing ^= bit
    } else if coordinator.keepsLatest {
      _ = values.removeFirst()
    }
    values.append(value)
  }

  /// Removes and returns the oldest value. There must be one.
  @_alwaysEmitIntoClient @inline(__always) func use() -> Value {
    let value = values.removeFirst()
    if values.isEmpty { coordinator.missing ^= bit }
    return value
  }

  override var description: String { coordinator.description }
}

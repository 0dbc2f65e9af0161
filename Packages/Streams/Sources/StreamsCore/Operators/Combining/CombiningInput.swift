/// An input of a ``CombiningCoordinator``, without the type of its values.
@usableFromInline protocol AnyCombiningInput: AnyObject {
  /// Whether the subscription has arrived; guarded by the coordinator's lock.
  var isOpen: Bool { get }
  /// The demand that must still be requested; guarded by the coordinator's lock.
  var unsent: Subscribers.Demand { get set }
  func relay(_ demand: Subscribers.Demand)
  func finishAndCancel() -> Bool
  /// Stores the oldest queued value, as the inbox says.
  func storeQueued()
  /// Records that no more values will arrive.
  func markFinished()
  /// Releases all values.
  func clear()
}

/// One of the upstreams of a ``CombiningCoordinator``.
@usableFromInline
final class CombiningInput<Value, Output, Failure: Error>: OperatorSubscriber<Value, Failure>, AnyCombiningInput {
  @_alwaysEmitIntoClient let coordinator: CombiningCoordinator<Output, Failure>
  @_alwaysEmitIntoClient let index: Int
  // Stored, so that they are specialised.
  @_alwaysEmitIntoClient let onQueuedValue: (CombiningInput) -> Void
  @_alwaysEmitIntoClient let onEnd: (CombiningInput, Subscribers.Completion<Failure>) -> Void

  // Owned by the delivering thread:

  /// The unused values, oldest first, or the latest value.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var values = Ring<Value>()
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasFinished = false

  // Guarded by the coordinator's lock:

  @_alwaysEmitIntoClient @exclusivity(unchecked) var isOpen = false
  @_alwaysEmitIntoClient @exclusivity(unchecked) var unsent = Subscribers.Demand.none
  /// Values that arrived during a delivery. The coordinator's inbox has an event with the index of this input for each.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var queued = Ring<Value>()

  @_alwaysEmitIntoClient init(_ coordinator: CombiningCoordinator<Output, Failure>, index: Int) {
    self.coordinator = coordinator
    self.index = index
    onQueuedValue = { me in
      let value = me.coordinator.drain.lock.withLock { me.queued.removeFirst() }
      me.store(value)
    }
    onEnd = { me, completion in
      switch completion {
      case .finished: me.coordinator.enqueue(.finished(me.index))
      case .failure: me.coordinator.enqueue(.failed(Ending(completion)))
      }
    }
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      return me.isLive() ? me.coordinator.receive($1, from: me) : .none
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    let demand = coordinator.drain.lock.withLock {
      isOpen = true
      return coordinator.totalRequested
    }
    if demand != .none { subscription.request(demand) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if isLive(), finish() { onEnd(self, completion) }
  }

  @_alwaysEmitIntoClient @inline(__always) func store(_ value: Value) {
    if values.isEmpty {
      coordinator.missing &-= 1
    } else if coordinator.keepsLatest {
      _ = values.removeFirst()
    }
    values.append(value)
  }

  /// Removes and returns the oldest value. There must be one.
  @_alwaysEmitIntoClient @inline(__always) func use() -> Value {
    let value = values.removeFirst()
    if values.isEmpty {
      coordinator.missing &+= 1
      if hasFinished { coordinator.isExhausted = true }
    }
    return value
  }

  @usableFromInline func storeQueued() { onQueuedValue(self) }

  @usableFromInline func markFinished() {
    hasFinished = true
    if values.isEmpty { coordinator.isExhausted = true }
  }

  @usableFromInline func clear() {
    if values.isEmpty && queued.isEmpty { return }
    var queued = Ring<Value>()
    coordinator.drain.lock.withLock { swap(&queued, &self.queued) }
    values = Ring()
  }

  override var description: String { coordinator.description }
}

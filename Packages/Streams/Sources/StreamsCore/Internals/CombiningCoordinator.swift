/// The subscription of everything that makes one value out of one of each of its upstreams, up to four: zip and
/// combineLatest. What depends on the types of the values is in its sides and in one closure, `make`.
@usableFromInline final class CombiningCoordinator<Output, Failure: Error>: ErasedSubscription {
  @usableFromInline enum Event {
    case value(Int)
    case finished(Int)
    case failed(Failure)
  }

  /// Delivering until the downstream has its subscription.
  @usableFromInline let drain = SerialDrain(SerialDrain.delivering)
  /// Whether a side keeps its latest value, as in combineLatest, rather than all that have not been used, as in zip.
  @usableFromInline let keepsLatest: Bool
  /// Makes a value; there is one of each side.
  @usableFromInline let make: (CombiningCoordinator) -> Output

  // Owned by the draining thread:

  /// Released when it is over, because a subscriber may keep its subscription.
  @usableFromInline let downstream: Unmanaged<_ErasedSubscriber<Output, Failure>>
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
  /// How many sides have no value.
  @usableFromInline @exclusivity(unchecked) var missing: Int
  /// How many sides have not finished.
  @usableFromInline @exclusivity(unchecked) var running: Int
  /// Whether a side that has finished has no value.
  @usableFromInline @exclusivity(unchecked) var isExhausted = false
  /// What was found in the mailbox.
  @usableFromInline @exclusivity(unchecked) var events = Ring<Event>()
  @usableFromInline @exclusivity(unchecked) var isCleared = false
  /// The sides, which `inputs` keeps alive until `clear`.
  @usableFromInline @exclusivity(unchecked) var sides = Four<Unmanaged<AnyObject>?>(repeating: nil)

  // The mailbox and the inputs, guarded by `drain.lock`.

  @usableFromInline @exclusivity(unchecked) var mailbox = Ring<Event>()
  @usableFromInline @exclusivity(unchecked) var requested = Subscribers.Demand.none
  @usableFromInline @exclusivity(unchecked) var inputs = Four<(any AnyCombiningInput)?>(repeating: nil)
  @usableFromInline @exclusivity(unchecked) var ledger = CombiningDemand()

  /// - Parameter count: the number of sides that will be added.
  @inlinable init(
    _ downstream: _ErasedSubscriber<Output, Failure>, count: Int, keepsLatest: Bool,
    make: @escaping (CombiningCoordinator) -> Output
  ) {
    self.downstream = .passRetained(downstream)
    self.keepsLatest = keepsLatest
    self.make = make
    missing = count
    running = count
    super.init(
      onRequest: { _unsafeUncheckedDowncast($0, to: Self.self).want($1) },
      onCancel: { _unsafeUncheckedDowncast($0, to: Self.self).stop() })
  }

  deinit { if !isCleared { downstream.release() } }

  /// Makes a side and attaches it to `publisher`.
  @inlinable @inline(__always) func add<P: Publisher>(_ publisher: P, at index: Int) where P.Failure == Failure {
    let side = CombiningInput<P.Output, Output, Failure>(self, index: index)
    sides[index] = .passUnretained(side)
    enter(side, at: index)
    publisher.attach(node: side)
  }

  @inlinable func enter(_ input: any AnyCombiningInput, at index: Int) {
    drain.lock.withLock { inputs[index] = input }
  }

  /// Greets the downstream, after the sides have been attached.
  @inlinable func start() {
    downstream._withUnsafeGuaranteedRef { $0.receive(subscription: self) }
    _ = settle()
  }

  /// The value of a side, for good.
  @inlinable @inline(__always) func use<Value>(_ index: Int, _ type: Value.Type) -> Value {
    sides[index].unsafelyUnwrapped._withUnsafeGuaranteedRef {
      _unsafeUncheckedDowncast($0, to: CombiningInput<Value, Output, Failure>.self).use()
    }
  }

  /// The value of a side, which keeps it.
  @inlinable @inline(__always) func latest<Value>(_ index: Int, _ type: Value.Type) -> Value {
    sides[index].unsafelyUnwrapped._withUnsafeGuaranteedRef {
      _unsafeUncheckedDowncast($0, to: CombiningInput<Value, Output, Failure>.self).values.first
    }
  }

  // MARK: Values

  /// Takes a value of a side, and returns how much more the side may send.
  @inlinable @inline(__always) func offer<Value>(
    _ value: Value, from side: CombiningInput<Value, Output, Failure>
  ) -> Subscribers.Demand {
    guard drain.begin() else { return leave(value, from: side) }
    side.store(value)
    let more = missing == 0 ? deliver() : .none
    if more == .none, !isExhausted, drain.finish() { return .none }
    return settle(more, for: side.index)
  }

  @inlinable func leave<Value>(
    _ value: Value, from side: CombiningInput<Value, Output, Failure>
  ) -> Subscribers.Demand {
    let hasTurn = drain.leave {
      side.mail.append(value)
      mailbox.append(.value(side.index))
    }
    return hasTurn ? settle(for: side.index) : .none
  }

  @inlinable func leave(_ event: Event) {
    if drain.leave({ mailbox.append(event) }) { _ = settle() }
  }

  /// Delivers a value if it is wanted; there is one of each side.
  @inlinable @inline(__always) func deliver() -> Subscribers.Demand {
    guard demand.takeOne() else { return .none }
    let output = make(self)
    return downstream._withUnsafeGuaranteedRef { $0.receive(output) }
  }

  /// For the delivering thread: sees to the mailbox until it is empty, ends the delivery, and asks for `more` and for
  /// what else was requested meanwhile: of the side `index` by returning it, of the others by a request.
  @inlinable func settle(_ more: Subscribers.Demand = .none, for index: Int = -1) -> Subscribers.Demand {
    demand += more
    var owed = more
    while true {
      if !keepsLatest {
        while missing == 0, demand != .none, !drain.isOver { absorb(deliver(), &owed) }
      }
      finishIfDone()
      var more = Subscribers.Demand.none
      let call = drain.collect {
        Ring.exchange(&events, &mailbox)
        swap(&more, &requested)
      }
      switch call {
      case .over:
        clear()
        return .none
      case .nothing:
        if owed != .none { ask(owed, butNot: index) }
        return owed
      case .work: break
      }
      absorb(more, &owed)
      while !events.isEmpty { take(events.removeFirst(), &owed) }
    }
  }

  @inlinable func absorb(_ more: Subscribers.Demand, _ owed: inout Subscribers.Demand) {
    demand += more
    owed += more
  }

  @inlinable func take(_ event: Event, _ owed: inout Subscribers.Demand) {
    if drain.isOver { return }
    switch event {
    case .value(let index):
      input(index)?.takeMail()
      if missing == 0 { absorb(deliver(), &owed) }
    case .finished(let index):
      input(index)?.close()
      running &-= 1
    case .failed(let error): end(.failure(error))
    }
    finishIfDone()
  }

  @inlinable func finishIfDone() {
    if isExhausted || running == 0 && keepsLatest { end(.finished) }
  }

  @inlinable func input(_ index: Int) -> (any AnyCombiningInput)? { drain.lock.withLock { inputs[index] } }

  // MARK: The end

  /// Call only while draining.
  @inlinable func end(_ completion: Subscribers.Completion<Failure>) {
    guard drain.end().isFirst else { return }
    cancelInputs()
    downstream._withUnsafeGuaranteedRef { $0.receive(completion: completion) }
  }

  @inlinable func stop() {
    let end = drain.end()
    guard end.isFirst else { return }
    cancelInputs()
    if end.isMine { clear() }
  }

  @inlinable func cancelInputs() {
    for index in 0..<4 { _ = input(index)?.finishAndCancel() }
  }

  /// Releases everything once it is over and no other thread is draining.
  @inlinable func clear() {
    var inputs = Four<(any AnyCombiningInput)?>(repeating: nil)
    drain.lock.withLock { swap(&inputs, &self.inputs) }
    for index in 0..<4 {
      guard let input = inputs[index] else { continue }
      _ = input.finishAndCancel()
      input.clear()
    }
    if !isCleared {
      isCleared = true
      downstream.release()
    }
  }

  override var description: String { keepsLatest ? "CombineLatest" : "Zip" }
}

import Synchronization

/// The subscription of `flatMap`, and the subscriber of its upstream. Generic over values only.
///
/// One thread at a time delivers, as `turn` says: 0 nobody, and a value can go out at once; 1 somebody delivers; 2 there
/// is something to look at under the lock (values waiting, limited demand, an end). Who sets 1 delivers until nothing
/// is left; the others leave their values in `waiting`. The last child of an upstream that has finished keeps the turn:
/// its own values come one at a time.
@usableFromInline final class FlatMapOuter<Input, Output, Failure: Error>: _Holder<Input, Failure>, DownstreamKeeper {
  @usableFromInline typealias Inner = FlatMapInner<Input, Output, Failure>

  @usableFromInline enum Next {
    /// A value, and the child to ask for another. (Any other child may serve anew as soon as `lock` is free.)
    case value(Output, Inner?)
    case end(Subscribers.Completion<Failure>)
    case rest
  }

  @usableFromInline let downstream: _Node<Output, Failure>
  @usableFromInline let subscribe: (Input, FlatMapOuter) -> Void
  @usableFromInline let limit: Subscribers.Demand

  @usableFromInline let turn = Atomic<UInt8>(2)
  @usableFromInline let isUnlimited = Atomic<Bool>(false)
  /// Whether the upstream has finished and one child is left.
  @usableFromInline let isAlone = Atomic<Bool>(false)
  @usableFromInline let lock = SpinLock()

  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
  @usableFromInline @exclusivity(unchecked) var isEnded = false
  @usableFromInline @exclusivity(unchecked) var waiting = Ring<(value: Output, from: Inner)>()
  /// Whether no child will start any more.
  @usableFromInline @exclusivity(unchecked) var isFull = false
  /// How many children are under way, the upstream included.
  @usableFromInline @exclusivity(unchecked) var active = 1
  /// All children, under way or not, by their index.
  @usableFromInline @exclusivity(unchecked) var children: ContiguousArray<Inner> = []
  /// The indices of those not under way: they serve again if nobody else knows them any more.
  @usableFromInline @exclusivity(unchecked) var idle: ContiguousArray<Int> = []
  @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?

  /// How many values of the upstream are being taken at this moment, one within the other; belongs to its delivery.
  @usableFromInline @exclusivity(unchecked) var depth = 0

  @inlinable init(
    _ downstream: _Node<Output, Failure>, limit: Subscribers.Demand, subscribe: @escaping (Input, FlatMapOuter) -> Void
  ) {
    require(limit != .none, "FlatMap", "maxPublishers must be at least one")
    self.downstream = downstream
    self.limit = limit
    self.subscribe = subscribe
    super.init(
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.accept($1) { $1.request(me.limit) }
      },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.isLive else { return .none }
        me.depth &+= 1
        me.subscribe($1, me)
        me.depth &-= 1
        if me.depth == 0, me.isOver { me.lock.withLock { me.becomeFull() } }
        return .none
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.isLive, me.finish() else { return }
        if case .failure = $1 { me.end($1, hasTurn: false) } else { me.upstreamFinished() }
      })
  }

  // MARK: Children

  /// Sends the value of a child that has just one, if it can go out now; false if it must be subscribed to.
  @inlinable func deliverAtOnce(_ value: Output) -> Bool {
    guard turn.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged else { return false }
    _ = downstream.receive(value)
    if !turn.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged { drain() }
    if limit != .unlimited { relay(.max(1)) }
    return true
  }

  @inlinable func start(_ subscribe: (Inner) -> Void) {
    let (inner, known) = lock.withLock { isEnded ? (nil, nil) : admit() }
    withExtendedLifetime(known) {}
    if let inner { subscribe(inner) }
  }

  /// A child for one more publisher, and one that is still known elsewhere and gives way to it. `lock` is held.
  @inlinable func admit() -> (Inner?, Inner?) {
    active += 1
    guard let index = idle.popLast() else {
      let inner = Inner(self, children.count)
      children.append(inner)
      return (inner, nil)
    }
    if isKnownUniquelyReferenced(&children[index]) {
      children[index].reset()
      children[index].holder = self
      return (children[index], nil)
    }
    let known = children[index]
    children[index] = Inner(self, index)
    return (children[index], known)
  }

  /// One is no longer under way; true if that was the last. `lock` is held.
  @inlinable func leave() -> Bool {
    active -= 1
    if isFull, active == 1 { isAlone.store(true, ordering: .releasing) }
    return active == 0
  }

  /// The upstream has ended, and none of its values is being taken any more. `lock` is held.
  @inlinable func becomeFull() {
    isFull = true
    if active == 1 { isAlone.store(true, ordering: .releasing) }
  }

  @inlinable func upstreamFinished() {
    let isLast = lock.withLock {
      active -= 1
      if depth == 0 { becomeFull() }
      return active == 0
    }
    if isLast { end(.finished, hasTurn: false) }
  }

  @inlinable @inline(__always)
  func offer(_ value: Output, from inner: Inner, _ former: InnerState) -> Subscribers.Demand {
    if former == .keepingTurn, turn.load(ordering: .acquiring) == 1 {
      _ = downstream.receive(value)
      if inner.isLive, turn.load(ordering: .acquiring) == 1 { inner.state = .keepingTurn } else { pass(inner, former) }
      return inner.isBounded ? .max(1) : .none
    }
    return ask(value, from: inner, former)
  }

  /// Delivers a value if it is its turn, or leaves it.
  @inlinable @inline(never)
  func ask(_ value: Output, from inner: Inner, _ former: InnerState) -> Subscribers.Demand {
    guard former != .keepingTurn, turn.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged else {
      leave(value, from: inner, former)
      return .none
    }
    _ = downstream.receive(value)
    if former == .resting, isAlone.load(ordering: .acquiring), inner.isLive, turn.load(ordering: .acquiring) == 1 {
      inner.state = .keepingTurn
    } else {
      pass(inner, former)
    }
    return inner.isBounded ? .max(1) : .none
  }

  /// Passes the turn on after a value of `inner`, and does what is left before.
  @inlinable func pass(_ inner: Inner, _ former: InnerState) {
    if !turn.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged { drain() }
    if former != .passing { inner.rest() }
  }

  /// Leaves a value to the one who delivers, and delivers if that is `inner` or nobody.
  @inlinable func leave(_ value: Output, from inner: Inner, _ former: InnerState) {
    let isMine = lock.withLock {
      if isEnded { return false }
      waiting.append((value, inner))
      return claim() || former == .keepingTurn
    }
    if isMine { drain() }
    if former != .passing { inner.rest() }
  }

  @inlinable func innerEnded(_ inner: Inner, _ completion: Subscribers.Completion<Failure>, hasTurn: Bool) {
    if case .failure = completion { return end(completion, hasTurn: hasTurn) }
    let isLast = lock.withLock {
      if !isEnded { idle.append(inner.index) }
      return leave()
    }
    if isLast { end(.finished, hasTurn: hasTurn) } else if limit != .unlimited { relay(.max(1)) }
  }

  // MARK: Delivery

  /// True if the caller is now the one who delivers. `lock` is held.
  @inlinable func claim() -> Bool { turn.bitwiseOr(3, ordering: .acquiringAndReleasing).oldValue & 1 == 0 }

  /// - Parameter hasTurn: whether the caller is the one who delivers.
  @inlinable func end(_ completion: Subscribers.Completion<Failure>, hasTurn: Bool) {
    let isMine = lock.withLock {
      if isEnded { return false }
      if case .failure? = self.completion { return false }
      self.completion = completion
      return claim() || hasTurn
    }
    if isMine { drain() }
  }

  @inlinable func drain() {
    while true {
      switch lock.withLock({ next() }) {
      case .rest: return
      case .value(let value, let inner):
        let more = downstream.receive(value)
        if more != .none { lock.withLock { demand += more } }
        inner?.relay(.max(1))
      case .end(let completion):
        cancelAll()
        return send(completion, to: downstream)
      }
    }
  }

  /// What the one who delivers does next. `lock` is held.
  @inlinable func next() -> Next {
    if !isEnded {
      if case .failure? = completion, let completion {
        isEnded = true
        return .end(completion)
      }
      if !waiting.isEmpty, demand.takeOne() {
        let (value, inner) = waiting.removeFirst()
        return .value(value, inner.isBounded ? inner : nil)
      }
      if waiting.isEmpty, let completion {
        isEnded = true
        return .end(completion)
      }
    }
    turn.store(demand == .unlimited && waiting.isEmpty && !isEnded ? 0 : 2, ordering: .releasing)
    return .rest
  }

  // MARK: Subscription

  @inlinable func request(_ more: Subscribers.Demand) {
    more.mustNotBeNone("FlatMap")
    if more == .unlimited { isUnlimited.store(true, ordering: .relaxed) }
    let isMine = lock.withLock {
      demand += more
      return claim()
    }
    if isMine { drain() }
  }

  @inlinable func cancel() {
    lock.withLock {
      isEnded = true
      turn.bitwiseOr(2, ordering: .relaxed)
    }
    cancelAll()
  }

  /// Cancels the upstream and the children, if any is left, and drops what waits.
  @inlinable func cancelAll() {
    _ = finishAndCancel()
    var all: ContiguousArray<Inner> = []
    var dropped = Ring<(value: Output, from: Inner)>()
    lock.withLock {
      swap(&all, &children)
      Ring.exchange(&dropped, &waiting)
    }
    for child in all { child.cancel() }
  }

  override var description: String { "FlatMap" }
}

import Synchronization

/// The subscription of `switchToLatest`, and the subscriber of its upstream.
///
/// One thread at a time delivers, as `turn` says: 0 nobody, and a value can go out at once; 1 somebody delivers; 2 there
/// is something to look at under the lock. Values of a publisher that has been left are dropped. The last publisher of an
/// upstream that has finished keeps the turn: its own values come one at a time.
@usableFromInline final class SwitchOuter<Child, Output, Failure: Error>: _Holder<Child, Failure>, DownstreamKeeper {
  @usableFromInline typealias Inner = SwitchInner<Child, Output, Failure>

  @usableFromInline enum Next {
    case value(Output)
    case end(Subscribers.Completion<Failure>)
    case rest
  }

  @usableFromInline let downstream: _Node<Output, Failure>
  /// The value of a publisher that has just one.
  @usableFromInline let single: (Child) -> Output?
  @usableFromInline let subscribe: (Child, Inner) -> Void
  @usableFromInline let turn = Atomic<UInt8>(2)
  @usableFromInline let lock = SpinLock()

  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
  @usableFromInline @exclusivity(unchecked) var current: Inner?
  /// A former one, to be used again if nobody else knows it any more.
  @usableFromInline @exclusivity(unchecked) var spare: Inner?
  @usableFromInline @exclusivity(unchecked) var outerHasFinished = false
  @usableFromInline @exclusivity(unchecked) var isEnded = false
  @usableFromInline @exclusivity(unchecked) var waiting: ContiguousArray<Output> = []
  @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?

  /// How many publishers are being subscribed to at this moment, one within the other; belongs to the upstream's delivery.
  @usableFromInline @exclusivity(unchecked) var depth = 0

  @inlinable init(
    _ downstream: _Node<Output, Failure>, single: @escaping (Child) -> Output?,
    subscribe: @escaping (Child, Inner) -> Void
  ) {
    self.downstream = downstream
    self.single = single
    self.subscribe = subscribe
    super.init(
      onSubscription: { if _unsafeUncheckedDowncast($0, to: Self.self).accept($1) { $1.request(.unlimited) } },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.isLive else { return .none }
        me.depth &+= 1
        me.change(to: $1)
        me.depth &-= 1
        if me.depth == 0, me.isOver { me.lock.withLock { me.leaveAlone() } }
        return .none
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.isLive, me.finish() { me.outerEnded($1) }
      })
  }

  // MARK: Children

  @inlinable func change(to child: Child) {
    var (previous, dropped) = lock.withLock {
      defer {
        current = nil
        waiting.removeAll()
      }
      return (current, waiting)
    }
    withExtendedLifetime(dropped) {}
    previous?.leave()
    if let value = single(child), deliverAtOnce(value) { return }
    let isReusable = isKnownUniquelyReferenced(&previous)
    let inner: Inner? = lock.withLock {
      if isEnded { return nil }
      let inner = spare != nil && isKnownUniquelyReferenced(&spare) ? spare ?? Inner(self) : Inner(self)
      spare = isReusable ? previous : nil
      inner.renew(self)
      current = inner
      return inner
    }
    if isReusable { previous?.holder = nil }
    if let inner { subscribe(child, inner) }
  }

  /// Sends the value of a publisher that has just one, if it can go out now; false if it must be subscribed to.
  @inlinable func deliverAtOnce(_ value: Output) -> Bool {
    guard turn.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged else { return false }
    _ = downstream.receive(value)
    if !turn.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged { drain() }
    return true
  }

  /// The demand for a publisher whose subscription has arrived, and which from now on gets what is asked for.
  @inlinable func open(_ inner: Inner) -> Subscribers.Demand {
    lock.withLock {
      inner.isOpen = true
      return current === inner ? demand : .none
    }
  }

  @inlinable @inline(__always)
  func offer(_ value: Output, from inner: Inner, _ former: InnerState) -> Subscribers.Demand {
    if former == .keepingTurn, turn.load(ordering: .acquiring) == 1 {
      let more = downstream.receive(value)
      if inner.isLive, turn.load(ordering: .acquiring) == 1 { inner.state = .keepingTurn } else { pass(inner, former) }
      return more
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
    let more = downstream.receive(value)
    if former == .resting, inner.isAlone.load(ordering: .acquiring), inner.isLive, turn.load(ordering: .acquiring) == 1
    {
      inner.state = .keepingTurn
    } else {
      pass(inner, former)
    }
    return more
  }

  /// Passes the turn on after a value of `inner`, and does what is left before.
  @inlinable func pass(_ inner: Inner, _ former: InnerState) {
    if !turn.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged { drain() }
    if former != .passing { inner.rest() }
  }

  /// Leaves a value to the one who delivers, and delivers if that is `inner` or nobody.
  @inlinable func leave(_ value: Output, from inner: Inner, _ former: InnerState) {
    let isMine = lock.withLock {
      if isEnded || current !== inner { return false }
      waiting.append(value)
      return claim() || former == .keepingTurn
    }
    if isMine { drain() }
    if former != .passing { inner.rest() }
  }

  @inlinable func innerEnded(_ inner: Inner, _ completion: Subscribers.Completion<Failure>, hasTurn: Bool) {
    let isLast = lock.withLock {
      guard current === inner else { return false }
      current = nil
      spare = inner
      return outerHasFinished
    }
    if case .failure = completion {
      end(completion, hasTurn: hasTurn)
    } else if isLast {
      end(.finished, hasTurn: hasTurn)
    }
  }

  @inlinable func outerEnded(_ completion: Subscribers.Completion<Failure>) {
    let isLast = lock.withLock {
      outerHasFinished = true
      if depth == 0 { leaveAlone() }
      return current == nil
    }
    if case .failure = completion {
      end(completion, hasTurn: false)
    } else if isLast {
      end(.finished, hasTurn: false)
    }
  }

  /// No other publisher will come. `lock` is held.
  @inlinable func leaveAlone() { current?.isAlone.store(true, ordering: .releasing) }

  // MARK: Delivery

  /// True if the caller is now the one who delivers. `lock` is held.
  @inlinable func claim() -> Bool { turn.bitwiseOr(3, ordering: .acquiringAndReleasing).oldValue & 1 == 0 }

  /// - Parameter hasTurn: whether the caller is the one who delivers.
  @inlinable func end(_ completion: Subscribers.Completion<Failure>, hasTurn: Bool) {
    let isMine = lock.withLock {
      if isEnded || self.completion != nil { return false }
      self.completion = completion
      return claim() || hasTurn
    }
    if isMine { drain() }
  }

  @inlinable func drain() {
    while true {
      switch lock.withLock({ next() }) {
      case .rest: return
      case .value(let value):
        let more = downstream.receive(value)
        if more != .none { add(more) }
      case .end(let completion):
        cancel()
        return send(completion, to: downstream)
      }
    }
  }

  /// What the one who delivers does next. `lock` is held.
  @inlinable func next() -> Next {
    if !isEnded {
      if !waiting.isEmpty, demand.takeOne() { return .value(waiting.removeFirst()) }
      if let completion {
        isEnded = true
        return .end(completion)
      }
    }
    turn.store(demand == .unlimited && waiting.isEmpty && !isEnded ? 0 : 2, ordering: .releasing)
    return .rest
  }

  // MARK: Subscription

  @inlinable func request(_ more: Subscribers.Demand) {
    more.mustNotBeNone("SwitchToLatest")
    add(more)
    if lock.withLock({ claim() }) { drain() }
  }

  /// Adds demand and passes it on to the current publisher.
  @inlinable func add(_ more: Subscribers.Demand) {
    let inner = lock.withLock {
      demand += more
      return current.flatMap { $0.isOpen ? $0 : nil }
    }
    inner?.relay(more)
  }

  @inlinable func cancel() {
    let dropped = lock.withLock {
      isEnded = true
      turn.bitwiseOr(2, ordering: .relaxed)
      defer {
        current = nil
        spare = nil
        waiting = []
      }
      return (current: current, spare: spare, waiting: waiting)
    }
    _ = finishAndCancel()
    dropped.current?.leave()
    withExtendedLifetime(dropped) {}
  }

  override var description: String { "SwitchToLatest" }
}

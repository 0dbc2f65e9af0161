import Synchronization

/// The subscription of publishers that send one after another: a stack of publishers still to come, and the leg that
/// serves now. Demand that one has not used is asked of the next.
///
/// A publisher of this kind that is subscribed to by a leg adds to the leg's stack instead of making a concatenation
/// of its own: so a chain of any length is one concatenation, and going on to the next is a loop.
@usableFromInline final class Concatenation<Output, Failure: Error>: Source, DownstreamKeeper {
  @usableFromInline typealias Leg = ConcatenationLeg<Output, Failure>

  /// What the downstream wants.
  @usableFromInline let demand = DemandWord()
  @usableFromInline let downstream: _Node<Output, Failure>
  /// 1: a leg is being attached. 2: it has finished. Who sets the second of both goes on to the next.
  @usableFromInline let progress = Atomic<UInt8>(1)
  /// Whether the downstream has received its subscription; belongs to the delivery.
  @usableFromInline @exclusivity(unchecked) var hasGreeted = false
  @usableFromInline @exclusivity(unchecked) var line: Line?

  @usableFromInline let lock = Lock()
  // Guarded by `lock`.

  /// What attaches the publishers still to come, the next one last.
  @usableFromInline @exclusivity(unchecked) var rest: ContiguousArray<(Leg) -> Void> = []
  @usableFromInline @exclusivity(unchecked) var current: Leg?
  /// Whether the current leg has its subscription, and has been asked for what was wanted then.
  @usableFromInline @exclusivity(unchecked) var isOpen = false

  @inlinable init(_ downstream: _Node<Output, Failure>, then next: @escaping (Leg) -> Void) {
    self.downstream = downstream
    super.init(
      onRequest: { _unsafeUncheckedDowncast($0, to: Self.self).want($1) },
      onCancel: { _unsafeUncheckedDowncast($0, to: Self.self).stop() })
    rest.append(next)
  }

  /// The first leg, which the caller is to attach before it calls ``attached()``.
  @inlinable func firstLeg() -> Leg {
    let leg = Leg(self)
    current = leg
    return leg
  }

  /// Puts a publisher in front of those still to come.
  @inlinable func push(_ next: @escaping (Leg) -> Void) {
    lock.withLock { if !demand.isOver { rest.append(next) } }
  }

  /// Goes on for as long as legs finish while they are being attached.
  @inlinable func attached() {
    while !progress.compareExchange(expected: 1, desired: 0, ordering: .acquiringAndReleasing).exchanged {
      progress.store(1, ordering: .relaxed)
      if !attachNext() { return }
    }
  }

  /// A leg has finished.
  @inlinable func goOn() {
    if progress.bitwiseOr(3, ordering: .acquiringAndReleasing).oldValue & 1 != 0 { return }
    attached()
  }

  @inlinable func attachNext() -> Bool {
    let leg = Leg(self)
    let next: ((Leg) -> Void)? = lock.withLock {
      isOpen = false
      let next = demand.isOver ? nil : rest.popLast()
      current = next == nil ? nil : leg
      return next
    }
    if let next { next(leg) } else { end(.finished) }
    return next != nil
  }

  /// A leg has received its subscription: returns what to ask of it.
  @inlinable func opened() -> Subscribers.Demand {
    if !hasGreeted {
      hasGreeted = true
      downstream.take(self)
    }
    return lock.withLock {
      isOpen = true
      return demand.demand
    }
  }

  @inlinable @inline(__always) func deliver(_ value: Output) -> Subscribers.Demand {
    let now = demand.now
    if now == DemandWord.unlimited { return downstream.receive(value) }
    if now == 0 || now >> 63 != 0 || demand.subtract(1) == nil { return .none }
    let more = downstream.receive(value)
    if more != .none { _ = demand.add(more) }
    return more
  }

  @inlinable func end(_ completion: Subscribers.Completion<Failure>) {
    if demand.end() >> 63 != 0 { return }
    _ = takeAll()
    send(completion, to: downstream)
  }

  @inlinable func want(_ more: Subscribers.Demand) {
    if more == .none { return }
    let leg: Leg? = lock.withLock { demand.add(more) != nil && isOpen ? current : nil }
    leg?.relay(more)
  }

  @inlinable func stop() {
    if demand.end() >> 63 == 0 { _ = takeAll()?.finishAndCancel() }
  }

  /// Lets go of what is still to come and of the current leg.
  @inlinable func takeAll() -> Leg? {
    var old: ContiguousArray<(Leg) -> Void> = []
    return lock.withLock {
      swap(&old, &rest)
      let leg = current
      current = nil
      return leg
    }
  }

  override var _line: any Subscription { ownLine() }
  override var description: String { "Concatenate" }
}

/// What a ``Concatenation`` attaches to one of its publishers.
@usableFromInline final class ConcatenationLeg<Output, Failure: Error>: _Holder<Output, Failure> {
  @usableFromInline let owner: Concatenation<Output, Failure>

  @inlinable init(_ owner: Concatenation<Output, Failure>) {
    self.owner = owner
    super.init(
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.accept($1) else { return }
        let demand = me.owner.opened()
        if demand != .none { $1.request(demand) }
      },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        return me.isLive ? me.owner.deliver($1) : .none
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.isLive, me.finish() else { return }
        switch $1 {
        case .finished: me.owner.goOn()
        case .failure: me.owner.end($1)
        }
      })
  }

  /// Whether it may still be handed on to another publisher.
  @usableFromInline var isFree: Bool { !isLive && !isOver }

  override var description: String { "Concatenate" }
}

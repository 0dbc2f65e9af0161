/// The subscription of an operator that serves its subscriber from one upstream after another: `catch`, `retry`,
/// `replaceEmpty` ... Demand that one upstream has not used is asked of the next.
@usableFromInline
final class Relay<D: Subscriber>: DownstreamKeeper, CustomPlaygroundDisplayConvertible {
  /// What the subscriber still wants.
  @usableFromInline let demand = DemandWord()
  private let lock = Lock()
  /// The upstream of the moment, once its subscription has arrived; guarded by `lock`.
  @exclusivity(unchecked) private var upstream: (any Subscription)?
  /// Whether the subscriber has received this subscription; belongs to the delivery.
  @exclusivity(unchecked) private var hasGreeted = false
  @usableFromInline @exclusivity(unchecked) var line: Line?
  @usableFromInline let name: StaticString
  private let showsState: Bool
  @usableFromInline let downstream: D

  /// - Parameter showsState: whether the mirror has children.
  @usableFromInline init(_ downstream: D, name: StaticString, showsState: Bool = false) {
    self.downstream = downstream
    self.name = name
    self.showsState = showsState
  }

  /// The first subscription makes the subscriber receive its own; each is asked for what is wanted.
  @usableFromInline func arrived(_ subscription: any Subscription) {
    if !hasGreeted {
      hasGreeted = true
      downstream.take(self)
    }
    let wanted: Subscribers.Demand? = lock.withLock {
      if demand.isOver { return nil }
      upstream = subscription
      return demand.demand
    }
    guard let wanted else { return subscription.cancel() }
    if wanted != .none { subscription.request(wanted) }
  }

  /// Forgets the upstream, which has ended. False if nobody listens any more.
  @usableFromInline func detach() -> Bool {
    _ = take()
    return !demand.isOver
  }

  private func take() -> (any Subscription)? {
    lock.withLock {
      let last = upstream
      upstream = nil
      return last
    }
  }

  /// Ends it for the subscriber.
  @usableFromInline func end(_ completion: Subscribers.Completion<D.Failure>) {
    let wasOver = demand.end() >> 63 != 0
    _ = take()
    if !wasOver { send(completion, to: downstream) }
  }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    more.mustNotBeNone(name)
    let upstream: (any Subscription)? = lock.withLock { demand.add(more) == nil ? nil : self.upstream }
    upstream?.request(more)
  }

  @usableFromInline func cancel() {
    _ = demand.end()
    take()?.cancel()
  }

  @usableFromInline var description: String { name.description }
  @usableFromInline var labels: [StaticString] { showsState ? ["downstream", "demand"] : [] }
  @usableFromInline var customMirror: Mirror { mirror(of: self) }

  /// Of itself, or of what it attaches to an upstream.
  @usableFromInline func mirror(of object: AnyObject) -> Mirror {
    Mirror(
      object, children: labelled(labels, showsState ? [downstream, demand.demand] : []),
      ancestorRepresentation: .suppressed)
  }
  @usableFromInline var playgroundDescription: Any { description }
}

@frozen @usableFromInline enum LegPhase { case waiting, serving, over }

/// What a ``Relay`` attaches to one of its upstreams. What happens at the end is the operator's affair.
@usableFromInline final class Leg<Failure: Error, D: Subscriber>: _Node<D.Input, Failure> {
  @usableFromInline let owner: Relay<D>
  @usableFromInline let atEnd: (Leg, Subscribers.Completion<Failure>) -> Void
  // These belong to the delivery.
  @usableFromInline @exclusivity(unchecked) var phase = LegPhase.waiting
  /// Whether a value has come.
  @usableFromInline @exclusivity(unchecked) var hasSent = false

  /// `atEnd` is called once, when the upstream ends and somebody is still listening.
  @inlinable init(_ owner: Relay<D>, atEnd: @escaping (Leg, Subscribers.Completion<Failure>) -> Void) {
    self.owner = owner
    self.atEnd = atEnd
    super.init(
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Leg.self)
        guard me.phase == .waiting else { return $1.cancel() }
        me.phase = .serving
        me.owner.arrived($1)
      },
      onValue: { _unsafeUncheckedDowncast($0, to: Leg.self).deliver($1) },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Leg.self)
        guard me.phase == .serving else { return }
        me.phase = .over
        if me.owner.detach() { me.atEnd(me, $1) }
      })
  }

  @inlinable @inline(__always) func deliver(_ input: D.Input) -> Subscribers.Demand {
    guard phase == .serving else { return .none }
    hasSent = true
    let now = owner.demand.now
    if now == DemandWord.unlimited { return owner.downstream.receive(input) }
    if now >> 63 != 0 { return .none }
    if now != 0 { _ = owner.demand.subtract(1) }
    let more = owner.downstream.receive(input)
    if more == .none { return .none }
    if phase == .serving {
      _ = owner.demand.add(more)
      return more
    }
    owner.request(more)
    return .none
  }

  override var description: String { owner.name.description }
  override var customMirror: Mirror { owner.mirror(of: self) }
}

extension Leg where Failure == D.Failure {
  /// The last leg: its end is the subscriber's.
  @inlinable convenience init(last owner: Relay<D>) { self.init(owner) { $0.owner.end($1) } }
}

import Synchronization

extension Publisher {
  /// Sends the values of this publisher until `publisher` sends its first value, then finishes.
  ///
  /// The operator first subscribes to `publisher` and requests one value. The completion of `publisher` is ignored.
  @_transparent @_alwaysEmitIntoClient public func prefix<P: Publisher>(untilOutputFrom publisher: P)
    -> Publishers.PrefixUntilOutput<Self, P>
  {
    Publishers.PrefixUntilOutput(upstream: self, other: publisher)
  }

  /// Drops the values of this publisher until `publisher` sends its first value, then sends all values.
  ///
  /// The subscriber first receives its subscription. The operator then subscribes to `publisher` and requests one
  /// value, and finally subscribes to this publisher. If `publisher` ends before it sends a value, the stream ends in
  /// the same way. Dropped values use up demand.
  @_transparent @_alwaysEmitIntoClient public func drop<P: Publisher>(untilOutputFrom publisher: P)
    -> Publishers.DropUntilOutput<Self, P>
  where Failure == P.Failure {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// Sends the upstream's values until another publisher sends its first value, then finishes.
  @frozen public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The publisher whose first value ends the stream.
    @_alwaysEmitIntoClient public var other: Other { held.value }
    @_alwaysEmitIntoClient let held: Held<Other>

    /// Creates a publisher of the values that `upstream` sends before the first value of `other`.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      held = Held(other)
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let node = PrefixUntilSubscriber(downstream)
      let trigger = UntilTrigger<Other.Output, Other.Failure>(
        name: "PrefixUntilOutput", onOutput: { [weak node] in node?.fire() }, onEnd: { _ in })
      node.trigger = trigger
      // With a gate that never opens: the other publisher may keep its subscriber, also one that forwards to Streams.
      other._attach(node: PublisherEdge(trigger, isShared: true))
      upstream._attach(node: node)
    }
  }

  /// Drops the upstream's values until another publisher sends its first value, then sends all values.
  @frozen public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: OwnPublisher
  where Upstream.Failure == Other.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The publisher whose first value ends the dropping.
    @_alwaysEmitIntoClient public var other: Other { held.value }
    @_alwaysEmitIntoClient let held: Held<Other>

    /// Creates a publisher of the values that `upstream` sends after the first value of `other`.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      held = Held(other)
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let node = DropUntilSubscriber(downstream)
      let trigger = UntilTrigger<Other.Output, Failure>(
        name: "DropUntilOutput", onOutput: { node.open() }, onEnd: { node.otherEnded($0) })
      node.trigger = trigger
      downstream.receive(subscription: node)
      if !node.upstreamIsOver() { other._attach(node: PublisherEdge(trigger, isShared: true)) }
      if !node.upstreamIsOver() { upstream._attach(node: node) }
    }
  }
}

/// Receives from the upstream. When the trigger ends the stream, the completion waits for a delivery under way.
@usableFromInline final class PrefixUntilSubscriber<Output, Failure: Error>: UntilSubscriber<Output, Failure> {
  /// A set of the flags below; the higher bits count the deliveries under way.
  @_alwaysEmitIntoClient let progress = Atomic<UInt32>(0)

  /// The downstream has its subscription.
  @_alwaysEmitIntoClient @inline(__always) static var subscribed: UInt32 { 1 }
  /// The trigger has fired.
  @_alwaysEmitIntoClient @inline(__always) static var fired: UInt32 { 2 }
  /// One delivery.
  @_alwaysEmitIntoClient @inline(__always) static var delivery: UInt32 { 4 }

  @_alwaysEmitIntoClient init(_ downstream: _ErasedSubscriber<Output, Failure>) {
    super.init(downstream) {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      if me.upstreamIsOver() { return .none }
      var more = Subscribers.Demand.none
      let before = me.progress.wrappingAdd(PrefixUntilSubscriber.delivery, ordering: .acquiringAndReleasing).oldValue
      if before & PrefixUntilSubscriber.fired == 0 {
        more = me.downstream.receive($1)
      }
      let left = me.progress.wrappingSubtract(PrefixUntilSubscriber.delivery, ordering: .acquiringAndReleasing)
        .newValue
      if left & ~PrefixUntilSubscriber.subscribed == PrefixUntilSubscriber.fired { me.stop() }
      return more
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    trigger?.held = self
    downstream.receive(subscription: self)
    if progress.bitwiseOr(Self.subscribed, ordering: .acquiringAndReleasing).oldValue & Self.fired != 0 { stop() }
  }

  override func hold(_ gate: Gate) {
    super.hold(gate)
    downstream.hold(gate)
  }

  @usableFromInline func fire() {
    if progress.bitwiseOr(Self.fired, ordering: .acquiringAndReleasing).oldValue == Self.subscribed { stop() }
  }

  @usableFromInline func stop() {
    if finishAndCancel() { downstream.receive(completion: .finished) }
  }

  override var description: String { "PrefixUntilOutput" }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

/// Receives from the upstream. Once values pass, the other publisher can no longer end the stream.
///
/// The downstream has its subscription before the operator subscribes to anything.
@usableFromInline final class DropUntilSubscriber<Output, Failure: Error>: UntilSubscriber<Output, Failure> {
  /// Whether values pass.
  @_alwaysEmitIntoClient let isOpen = Atomic<Bool>(false)
  /// The demand until the upstream's subscription ends this word. The subscriber receives its subscription first.
  @_alwaysEmitIntoClient let early = DemandWord()

  @_alwaysEmitIntoClient init(_ downstream: _ErasedSubscriber<Output, Failure>) {
    super.init(downstream) {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      let passes = !me.upstreamIsOver() && me.isOpen.load(ordering: .acquiring)
      return passes ? me.downstream.receive($1) : .none
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    let unsent = early.endWithDemand()
    if unsent != .none { relay(unsent) }
  }

  @usableFromInline func open() { isOpen.store(true, ordering: .releasing) }

  @usableFromInline func otherEnded(_ completion: Subscribers.Completion<Failure>) {
    if finishAndCancel() { downstream.receive(completion: completion) }
  }

  override func request(_ demand: Subscribers.Demand) {
    if early.add(demand) == nil { super.request(demand) }
  }

  override var description: String { "DropUntilOutput" }
}

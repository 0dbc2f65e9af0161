import Synchronization

/// A subscriber that owns its upstream's subscription, because it can end the stream itself. Most operators pass it on as
/// the subscription of their downstream.
///
/// `upstream` is written before `arrived` or `gated` is set. After `over` is set, the last of the reading threads takes it
/// (`taken`) and releases it.
@usableFromInline class OperatorSubscriber<Input, Failure: Error>: _ErasedSubscriber<Input, Failure>, Subscription {
  /// The state of this subscriber and of its subscription: a set of the flags below.
  @_alwaysEmitIntoClient final let flags = Atomic<UInt32>(0)
  /// The subscription has arrived.
  @_alwaysEmitIntoClient @inline(__always) static var arrived: UInt32 { 1 }
  /// No further event is accepted: the upstream has ended, or the subscriber has. In operators that still send after
  /// their upstream has ended, such as ``Flattening``, only the upstream has.
  @_alwaysEmitIntoClient @inline(__always) static var over: UInt32 { 2 }
  /// The upstream must be cancelled.
  @_alwaysEmitIntoClient @inline(__always) static var cancelled: UInt32 { 4 }
  /// A thread has taken the subscription, to release it.
  @_alwaysEmitIntoClient @inline(__always) static var taken: UInt32 { 8 }
  /// `upstream` is the gate of a custom publisher, whose subscription has not arrived. Any end of the stream closes it.
  private static var gated: UInt32 { 16 }
  /// The higher bits count the threads that are reading the subscription.
  @_alwaysEmitIntoClient @inline(__always) static var reader: UInt32 { 32 }
  @exclusivity(unchecked) final var upstream: (any Subscription & AnyObject)?

  @usableFromInline @_semantics("optimize.no.crossmodule")
  override init(onValue: consuming @escaping OnValue) { super.init(onValue: consume onValue) }

  /// Whether the subscription has arrived, and the stream is not over. Values are accepted only then.
  @_alwaysEmitIntoClient @inline(__always) final func isLive() -> Bool {
    flags.load(ordering: .relaxed) & (Self.arrived | Self.over) == Self.arrived
  }
  @_alwaysEmitIntoClient @inline(__always) final func upstreamIsOver() -> Bool {
    flags.load(ordering: .relaxed) & Self.over != 0
  }

  override func hold(_ gate: Gate) {
    upstream = gate
    if flags.bitwiseOr(Self.gated, ordering: .acquiringAndReleasing).oldValue & Self.over != 0 { release() }
  }

  /// Keeps the subscription. Cancels it and returns false if it is a second one, or arrives after the end.
  final func accept(_ subscription: any Subscription) -> Bool {
    var former = flags.load(ordering: .acquiring)
    if former & Self.gated != 0 {
      // From now on, the end of the stream does not touch the gate.
      former = flags.bitwiseAnd(~Self.gated, ordering: .acquiringAndReleasing).newValue
      if former & Self.over != 0 { release() }
    }
    if former & (Self.arrived | Self.over) == 0 {
      upstream = subscription._object
      repeat {
        let result = flags.compareExchange(
          expected: former, desired: former | Self.arrived, ordering: .sequentiallyConsistent)
        if result.exchanged { return true }
        former = result.original
      } while former & Self.over == 0
      upstream = nil
    }
    subscription.cancel()
    return false
  }

  /// Ends the subscriber because the upstream has ended. Returns true for the first call that ends it.
  final func finish() -> Bool { end(Self.over) }

  /// Ends the subscriber and cancels the upstream. Returns true for the first call that ends it.
  @usableFromInline final func finishAndCancel() -> Bool { end(Self.over | Self.cancelled) }

  private final func end(_ bits: UInt32) -> Bool {
    let arrived = Self.arrived
    // The usual case: the subscription has arrived, and no thread is reading it.
    if flags.compareExchange(
      expected: arrived, desired: arrived | Self.taken | bits, ordering: .acquiringAndReleasing
    ).exchanged {
      if bits & Self.cancelled == 0 {
        upstream = nil
        return true
      }
      let subscription = upstream
      upstream = nil
      (consume subscription)?.cancel()
      return true
    }
    let old = flags.bitwiseOr(bits, ordering: .sequentiallyConsistent).oldValue
    if old & (arrived | Self.gated) != 0, old & Self.taken == 0, old < Self.reader { release() }
    return old & Self.over == 0
  }

  /// The upstream's subscription; nil if there is none. Safe while another thread ends the subscriber.
  final func readUpstream() -> (any Subscription & AnyObject)? {
    let old = flags.wrappingAdd(Self.reader, ordering: .acquiringAndReleasing).oldValue
    let both = Self.arrived | Self.over
    let subscription = old & both == Self.arrived ? upstream : nil
    let new = removeReader()
    if new & Self.over != 0, new & (Self.arrived | Self.gated) != 0, new < Self.reader { release() }
    return subscription
  }

  /// As with ``Lock/unlock()``, the optimiser must not see into it: it would retain the subscription only afterwards.
  @_optimize(none) @inline(never) private final func removeReader() -> UInt32 {
    flags.wrappingSubtract(Self.reader, ordering: .acquiringAndReleasing).newValue
  }

  /// Requests `demand` from the upstream. Safe while another thread ends the subscriber.
  @usableFromInline final func relay(_ demand: Subscribers.Demand) { readUpstream()?.request(demand) }

  /// Called by the downstream. Overridden by operators that do more.
  @usableFromInline func request(_ demand: Subscribers.Demand) { relay(demand) }

  /// Called by the downstream. Overridden by operators that do more.
  @usableFromInline func cancel() { _ = finishAndCancel() }

  private final func release() {
    let old = flags.bitwiseOr(Self.taken, ordering: .acquiringAndReleasing).oldValue
    guard old & Self.taken == 0, let subscription = upstream else { return }
    upstream = nil
    // If no subscription has arrived, it is the gate.
    if flags.load(ordering: .acquiring) & (Self.cancelled | Self.arrived) != Self.arrived { subscription.cancel() }
  }

  /// Resets the subscriber after the end. The caller must hold the only reference.
  @usableFromInline final func reset() {
    _ = flags.load(ordering: .acquiring)
    flags.store(0, ordering: .releasing)
  }

  /// The value of `upstreamSubscription` in mirrors.
  final var currentUpstream: (any Subscription)? { readUpstream()?.ungated }
}

import Synchronization

/// The bits of ``_OperatorSubscriber/flags``.
@frozen @usableFromInline enum HolderFlags {
  /// The subscription has arrived.
  @inlinable @inline(__always) static var arrived: UInt32 { 1 }
  /// The subscriber has ended.
  @inlinable @inline(__always) static var over: UInt32 { 2 }
  /// The upstream must be cancelled.
  @inlinable @inline(__always) static var cancelled: UInt32 { 4 }
  /// A thread has taken the subscription, to release it.
  @inlinable @inline(__always) static var taken: UInt32 { 8 }
  /// The higher bits count the threads that are reading the subscription.
  @inlinable @inline(__always) static var reader: UInt32 { 16 }
}

/// A subscriber that owns its upstream's subscription, because it can end the stream itself.
///
/// `upstream` is written before `arrived` is set. After `over` is set, the last of the reading threads takes it
/// (`taken`) and releases it.
public class _OperatorSubscriber<Input, Failure: Error>: _ErasedSubscriber<Input, Failure> {
  @usableFromInline final let flags = Atomic<UInt32>(0)
  @usableFromInline @exclusivity(unchecked) final var upstream: (any Subscription & AnyObject)?

  @usableFromInline @_semantics("optimize.no.crossmodule")
  override init(onValue: consuming @escaping OnValue) { super.init(onValue: consume onValue) }

  /// Whether the subscription has arrived and has not ended. Values are accepted only then.
  @inlinable @inline(__always) final func isLive() -> Bool {
    flags.load(ordering: .relaxed) & (HolderFlags.arrived | HolderFlags.over) == HolderFlags.arrived
  }
  @inlinable @inline(__always) final func isOver() -> Bool { flags.load(ordering: .relaxed) & HolderFlags.over != 0 }

  /// Keeps the subscription. Cancels it and returns false if it is a second one, or arrives after the end.
  @usableFromInline final func accept(_ subscription: any Subscription) -> Bool {
    if flags.load(ordering: .acquiring) & (HolderFlags.arrived | HolderFlags.over) != 0 {
      subscription.cancel()
      return false
    }
    upstream = subscription._object
    let old = flags.bitwiseOr(HolderFlags.arrived, ordering: .sequentiallyConsistent).oldValue
    if old & HolderFlags.over == 0 { return true }
    flags.bitwiseOr(HolderFlags.cancelled, ordering: .acquiringAndReleasing)
    release()
    return false
  }

  /// Ends the subscriber because the upstream has ended. Returns true for the first call that ends it.
  @usableFromInline final func finish() -> Bool { end(HolderFlags.over) }

  /// Ends the subscriber and cancels the upstream. Returns true for the first call that ends it.
  @usableFromInline final func finishAndCancel() -> Bool { end(HolderFlags.over | HolderFlags.cancelled) }

  /// Ends the subscriber, calls `first`, and cancels the upstream. If another thread is relaying demand, the order may
  /// be reversed.
  @usableFromInline final func finishAndCancel(after first: () -> Void) {
    let ended = HolderFlags.arrived | HolderFlags.over | HolderFlags.cancelled | HolderFlags.taken
    let arrived = HolderFlags.arrived
    if flags.compareExchange(expected: arrived, desired: ended, ordering: .acquiringAndReleasing).exchanged {
      let subscription = upstream
      upstream = nil
      first()
      subscription?.cancel()
    } else {
      _ = end(HolderFlags.over | HolderFlags.cancelled)
      first()
    }
  }

  private final func end(_ bits: UInt32) -> Bool {
    let arrived = HolderFlags.arrived
    if flags.compareExchange(
      expected: arrived, desired: arrived | HolderFlags.taken | bits, ordering: .acquiringAndReleasing
    ).exchanged {
      if bits & HolderFlags.cancelled == 0 {
        upstream = nil
        return true
      }
      let subscription = upstream
      upstream = nil
      (consume subscription)?.cancel()
      return true
    }
    let old = flags.bitwiseOr(bits, ordering: .sequentiallyConsistent).oldValue
    if old & (HolderFlags.arrived | HolderFlags.over) == HolderFlags.arrived && old < HolderFlags.reader { release() }
    return old & HolderFlags.over == 0
  }

  /// Reads the upstream's subscription, and does not remove it; nil if there is none. Safe while another thread ends the
  /// subscriber.
  @usableFromInline final func takeUpstream() -> (any Subscription & AnyObject)? {
    let old = flags.wrappingAdd(HolderFlags.reader, ordering: .acquiringAndReleasing).oldValue
    let both = HolderFlags.arrived | HolderFlags.over
    let subscription = old & both == HolderFlags.arrived ? upstream : nil
    let new = flags.wrappingSubtract(HolderFlags.reader, ordering: .acquiringAndReleasing).newValue
    if new & both == both && new < HolderFlags.reader { release() }
    return subscription
  }

  /// Requests `demand` from the upstream. Safe while another thread ends the subscriber.
  @usableFromInline final func relay(_ demand: Subscribers.Demand) { takeUpstream()?.request(demand) }

  private final func release() {
    let old = flags.bitwiseOr(HolderFlags.taken, ordering: .acquiringAndReleasing).oldValue
    guard old & HolderFlags.taken == 0, let subscription = upstream else { return }
    upstream = nil
    if flags.load(ordering: .acquiring) & HolderFlags.cancelled != 0 { subscription.cancel() }
  }

  /// Resets the subscriber after the end. The caller must hold the only reference.
  @usableFromInline final func reset() {
    _ = flags.load(ordering: .acquiring)
    flags.store(0, ordering: .releasing)
  }

  /// The value of `upstreamSubscription` in mirrors.
  @usableFromInline final var currentUpstream: (any Subscription)? {
    isLive() ? ((upstream as? BoxedSubscription)?.base ?? upstream)?.ungated : nil
  }
}

import Synchronization

/// The bits of ``_OperatorSubscriber/flags``.
@frozen @usableFromInline enum HolderFlags {
  /// The subscription has arrived.
  @inlinable @inline(__always) static var arrived: UInt32 { 1 }
  /// It is over.
  @inlinable @inline(__always) static var over: UInt32 { 2 }
  /// The upstream is to be cancelled.
  @inlinable @inline(__always) static var cancelled: UInt32 { 4 }
  /// A thread has taken the subscription, to release it.
  @inlinable @inline(__always) static var taken: UInt32 { 8 }
  /// Its calls are guarded: see ``_GuardedSubscriber``.
  @inlinable @inline(__always) static var guarded: UInt32 { 16 }
  /// From here on: the number of threads that read the subscription just now.
  @inlinable @inline(__always) static var reader: UInt32 { 32 }
}

/// A node that owns its upstream's subscription, because it can end the story itself.
///
/// `upstream` is written before `arrived` is set. Once `over` is set, the last of the threads that read it takes it
/// (`taken`) and releases it.
open class _OperatorSubscriber<Input, Failure: Error>: _ErasedSubscriber<Input, Failure> {
  @usableFromInline final let flags = Atomic<UInt32>(0)
  @usableFromInline @exclusivity(unchecked) final var upstream: (any Subscription & AnyObject)?
  /// See ``DownstreamHolder``; written before the downstream gets its subscription.
  @usableFromInline @exclusivity(unchecked) final var line: DetachableSubscription?

  /// Whether the subscription has arrived and is not over: only then are values taken.
  @inlinable @inline(__always) final var isLive: Bool {
    flags.load(ordering: .relaxed) & (HolderFlags.arrived | HolderFlags.over) == HolderFlags.arrived
  }
  @inlinable @inline(__always) final var isOver: Bool { flags.load(ordering: .relaxed) & HolderFlags.over != 0 }

  /// Keeps the subscription; false when it is not wanted (a second one, or too late), and then it has been cancelled.
  ///
  /// - Parameter also: a flag to set with `arrived`.
  @usableFromInline final func accept(_ subscription: any Subscription, also flag: UInt32 = 0) -> Bool {
    if flags.load(ordering: .acquiring) & (HolderFlags.arrived | HolderFlags.over) != 0 {
      subscription.cancel()
      return false
    }
    upstream = subscription._object
    let old = flags.bitwiseOr(HolderFlags.arrived | flag, ordering: .sequentiallyConsistent).oldValue
    if old & HolderFlags.over == 0 { return true }
    flags.bitwiseOr(HolderFlags.cancelled, ordering: .acquiringAndReleasing)
    release()
    return false
  }

  /// Ends it because the upstream has ended. True for the first call that ends it.
  @usableFromInline final func finish() -> Bool { end(HolderFlags.over) }

  /// Ends it and cancels the upstream. True for the first call that ends it.
  @usableFromInline final func finishAndCancel() -> Bool { end(HolderFlags.over | HolderFlags.cancelled) }

  /// The same, with `first` before the upstream is cancelled; demand that another thread passes on may reverse that.
  @usableFromInline final func finishAndCancel(after first: () -> Void) {
    if flags.compareExchange(expected: 1, desired: 1 | 2 | 4 | 8, ordering: .acquiringAndReleasing).exchanged {
      let subscription = upstream
      upstream = nil
      first()
      subscription?.cancel()
    } else {
      _ = end(2 | 4)
      first()
    }
  }

  private final func end(_ bits: UInt32) -> Bool {
    let quiet = HolderFlags.arrived | flags.load(ordering: .relaxed) & HolderFlags.guarded
    if flags.compareExchange(
      expected: quiet, desired: quiet | HolderFlags.taken | bits, ordering: .acquiringAndReleasing
    ).exchanged {
      let subscription = upstream
      upstream = nil
      if bits & HolderFlags.cancelled != 0 { subscription?.cancel() }
      return true
    }
    let old = flags.bitwiseOr(bits, ordering: .sequentiallyConsistent).oldValue
    if old & (HolderFlags.arrived | HolderFlags.over) == HolderFlags.arrived && old < HolderFlags.reader { release() }
    return old & HolderFlags.over == 0
  }

  /// The upstream's subscription, although another thread may be about to end it; nil if there is none.
  @usableFromInline final func takeUpstream() -> (any Subscription & AnyObject)? {
    let old = flags.wrappingAdd(HolderFlags.reader, ordering: .acquiringAndReleasing).oldValue
    let both = HolderFlags.arrived | HolderFlags.over
    let subscription = old & both == HolderFlags.arrived ? upstream : nil
    let new = flags.wrappingSubtract(HolderFlags.reader, ordering: .acquiringAndReleasing).newValue
    if new & both == both && new < HolderFlags.reader { release() }
    return subscription
  }

  /// Passes demand on, although another thread may be about to end it.
  @usableFromInline final func relay(_ demand: Subscribers.Demand) { takeUpstream()?.request(demand) }

  private final func release() {
    let old = flags.bitwiseOr(HolderFlags.taken, ordering: .acquiringAndReleasing).oldValue
    guard old & HolderFlags.taken == 0, let subscription = upstream else { return }
    upstream = nil
    if flags.load(ordering: .acquiring) & HolderFlags.cancelled != 0 { subscription.cancel() }
  }

  /// Whether a publisher that is not ours may keep this, and so all that it keeps, after the end. Nil before the
  /// subscription.
  public var _keepsSubscriber: Bool? { takeUpstream()?._keepsSubscriber }

  /// Resets it once it is over. The caller must hold the only reference.
  @inlinable @inline(__always) final func reset() { flags.store(0, ordering: .releasing) }

  /// What mirrors show under `upstreamSubscription`.
  @usableFromInline final var currentUpstream: (any Subscription)? {
    isLive ? (upstream as? BoxedSubscription)?.base ?? upstream : nil
  }
}

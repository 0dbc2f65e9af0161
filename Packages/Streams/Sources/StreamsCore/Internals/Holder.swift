import Synchronization

/// A node that owns its upstream's subscription, because it can end the story itself.
///
/// `flags`: 1 arrived, 2 over, 4 cancel wanted, 8 taken, and from 16 the number of threads that read `upstream` just
/// now. `upstream` is written before 1 is set; once 2 is set, the last one out takes it (8) and lets it go.
open class _Holder<Input, Failure: Error>: _Node<Input, Failure> {
  @usableFromInline final let flags = Atomic<UInt32>(0)
  @usableFromInline @exclusivity(unchecked) final var upstream: (any Subscription & AnyObject)?
  /// See ``DownstreamKeeper``; written before the downstream gets its subscription.
  @usableFromInline @exclusivity(unchecked) final var line: Line?

  /// Whether the subscription has arrived and is not over: only then are values taken.
  @inlinable @inline(__always) final var isLive: Bool { flags.load(ordering: .relaxed) & 3 == 1 }
  @inlinable @inline(__always) final var isOver: Bool { flags.load(ordering: .relaxed) & 2 != 0 }

  /// Keeps the subscription; false when it is not wanted (a second one, or too late), and then it has been cancelled.
  @usableFromInline final func accept(_ subscription: any Subscription) -> Bool {
    if flags.load(ordering: .acquiring) & 3 != 0 {
      subscription.cancel()
      return false
    }
    upstream = subscription._object
    if flags.bitwiseOr(1, ordering: .sequentiallyConsistent).oldValue & 2 == 0 { return true }
    flags.bitwiseOr(4, ordering: .acquiringAndReleasing)
    release()
    return false
  }

  /// Ends it because the upstream has; true for the first who ends it.
  @usableFromInline final func finish() -> Bool { end(2) }

  /// Ends it and cancels the upstream; true for the first who ends it.
  @usableFromInline final func finishAndCancel() -> Bool { end(2 | 4) }

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
    if flags.compareExchange(expected: 1, desired: 1 | 8 | bits, ordering: .acquiringAndReleasing).exchanged {
      let subscription = upstream
      upstream = nil
      if bits & 4 != 0 { subscription?.cancel() }
      return true
    }
    let old = flags.bitwiseOr(bits, ordering: .sequentiallyConsistent).oldValue
    if old & 3 == 1 && old < 16 { release() }
    return old & 2 == 0
  }

  /// Passes demand on, although another thread may be about to end it.
  @usableFromInline final func relay(_ demand: Subscribers.Demand) {
    let old = flags.wrappingAdd(16, ordering: .acquiringAndReleasing).oldValue
    let subscription = old & 3 == 1 ? upstream : nil
    let new = flags.wrappingSubtract(16, ordering: .acquiringAndReleasing).newValue
    if new & 3 == 3 && new < 16 { release() }
    subscription?.request(demand)
  }

  private final func release() {
    let old = flags.bitwiseOr(8, ordering: .acquiringAndReleasing).oldValue
    guard old & 8 == 0, let subscription = upstream else { return }
    upstream = nil
    if flags.load(ordering: .acquiring) & 4 != 0 { subscription.cancel() }
  }

  /// Makes it as new, once it is over and nobody but the caller knows it.
  @inlinable @inline(__always) final func reset() { flags.store(0, ordering: .releasing) }

  /// What mirrors show under `upstreamSubscription`.
  @usableFromInline final var currentUpstream: (any Subscription)? {
    isLive ? (upstream as? BoxedSubscription)?.base ?? upstream : nil
  }
}

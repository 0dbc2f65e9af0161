import Synchronization

/// A node that owns its upstream's subscription, and releases what its calls use although a publisher that is not ours keeps
/// the node itself: behind such a publisher it is `guarded`, and its calls pass a ``CallGate``.
open class _GuardedSubscriber<Input, Failure: Error>: _OperatorSubscriber<Input, Failure> {
  @usableFromInline final let gate = CallGate()
  /// Whether it was asked, or need not be, which of both kinds the upstream is. Belongs to the delivery.
  @usableFromInline @exclusivity(unchecked) final var isDecided = false

  /// Guards all calls, also those before a subscription.
  @usableFromInline final func guardAlways() {
    isDecided = true
    flags.store(HolderFlags.guarded, ordering: .relaxed)
  }

  /// Keeps the subscription, like `accept`, and decides whether calls are guarded.
  @usableFromInline final func acceptGuarding(_ subscription: any Subscription) -> Bool {
    let keepsMe = subscription._keepsSubscriber
    if keepsMe != nil { isDecided = true }
    return accept(subscription, also: keepsMe == false ? 0 : HolderFlags.guarded)
  }

  /// Whether it is not over, and a call need not be guarded.
  @inlinable @inline(__always) final var isPlain: Bool {
    flags.load(ordering: .relaxed) & (HolderFlags.over | HolderFlags.guarded) == 0
  }
  @usableFromInline final var isGuarded: Bool { flags.load(ordering: .relaxed) & HolderFlags.guarded != 0 }

  /// Decides what could not be decided when the subscription came. True if calls need no guard from now on.
  @usableFromInline final func openUp() -> Bool {
    guard !isDecided, let keepsMe = _keepsSubscriber else { return false }
    isDecided = true
    if keepsMe { return false }
    // A cancellation from now on finds the flag unset, and one from before is found here.
    return flags.bitwiseAnd(~HolderFlags.guarded, ordering: .acquiringAndReleasing).oldValue & HolderFlags.over == 0
  }

  /// Makes it as new, like `reset`.
  @usableFromInline final func resetGuarded() {
    _ = flags.load(ordering: .acquiring)
    reset()
    isDecided = false
    gate.reopen()
  }
}

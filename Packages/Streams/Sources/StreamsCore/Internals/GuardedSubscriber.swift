import Synchronization

/// A node that may release what its calls use although a publisher that is not ours keeps the node itself.
///
/// Publishers of ours release a subscriber when it is over, and hold it while they deliver to it: behind them nothing need be
/// guarded. Behind any other publisher the node is `guarded`: it notes when a call is under way, and whichever comes
/// last, the call or the end, releases what the calls use.
open class _GuardedSubscriber<Input, Failure: Error>: _OperatorSubscriber<Input, Failure> {
  /// See ``GuardedCalls``.
  @usableFromInline final let calls = Atomic<UInt8>(0)
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

  /// Calls `body`, which uses what is guarded, unless that is released. True if the caller must release it now.
  @usableFromInline final func call(_ body: () -> Void) -> Bool {
    let entry = calls.compareExchange(expected: 0, desired: GuardedCalls.underWay, ordering: .acquiring)
    if entry.original & GuardedCalls.closed != 0 { return false }
    body()
    guard entry.exchanged else { return false }
    return !calls.compareExchange(
      expected: GuardedCalls.underWay, desired: 0, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Lets no further call begin. True if the caller must release what they use; otherwise a call under way does.
  @usableFromInline final func closeCalls() -> Bool {
    calls.bitwiseOr(GuardedCalls.closed, ordering: .acquiringAndReleasing).oldValue == 0
  }

  /// Makes it as new, like `reset`.
  @inlinable @inline(__always) final func resetGuarded() {
    reset()
    isDecided = false
    calls.store(0, ordering: .relaxed)
  }
}

/// The bits of ``_GuardedSubscriber/calls``.
private enum GuardedCalls {
  /// A call is under way.
  static let underWay: UInt8 = 1
  /// What calls use is released, or will be when the call under way returns.
  static let closed: UInt8 = 2
}

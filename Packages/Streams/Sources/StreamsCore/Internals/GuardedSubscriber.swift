import Synchronization

/// A subscriber that owns its upstream's subscription. If a custom publisher may keep it, it is `guarded`: its calls
/// pass a ``CallGate``, so that it can release its properties.
open class _GuardedSubscriber<Input, Failure: Error>: _OperatorSubscriber<Input, Failure> {
  @usableFromInline final let gate = CallGate()
  /// Whether it is known, or irrelevant, which of both kinds the upstream is. Belongs to the delivery.
  @usableFromInline @exclusivity(unchecked) final var isDecided = false

  @usableFromInline @_semantics("optimize.no.crossmodule")
  override init(onValue: consuming @escaping OnValue) { super.init(onValue: consume onValue) }

  /// Guards all calls, also those before a subscription.
  @usableFromInline final func guardAlways() {
    isDecided = true
    flags.store(HolderFlags.guarded, ordering: .relaxed)
  }

  /// Keeps the subscription, like `accept`, and decides whether the calls are guarded.
  @usableFromInline final func acceptGuarding(_ subscription: any Subscription) -> Bool {
    let keepsMe = subscription._keepsSubscriber
    if keepsMe != nil { isDecided = true }
    return accept(subscription, also: keepsMe == false ? 0 : HolderFlags.guarded)
  }

  /// Decides what could not be decided when the subscription arrived. Returns true if calls need no guard from now on.
  @usableFromInline final func openUp() -> Bool {
    guard !isDecided, let keepsMe = _keepsSubscriber else { return false }
    isDecided = true
    if keepsMe { return false }
    // A later cancellation finds the flag unset. An earlier one is detected here.
    return flags.bitwiseAnd(~HolderFlags.guarded, ordering: .acquiringAndReleasing).oldValue & HolderFlags.over == 0
  }

  /// Resets the subscriber for another upstream, like `reset`.
  @usableFromInline final func resetGuarded() {
    _ = flags.load(ordering: .acquiring)
    reset()
    isDecided = false
    gate.reopen()
  }
}

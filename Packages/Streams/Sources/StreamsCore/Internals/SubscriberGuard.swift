import Synchronization

/// A subscriber that is not ours, as a node that sends it nothing after it has cancelled: behind operators that hand
/// their upstream's subscription on, erased publishers, and publishers with several inputs.
///
/// Such operators keep no state: they send what a closure has made of a value, although the closure may have ended the
/// stream or cancelled. Subscribers of ours ignore that. For others it is dropped here, if the subscription is of a
/// publisher of ours. What other publishers send is passed on unchanged, as Apple's operators do.
@usableFromInline final class SubscriberGuard<S: Subscriber>: _ErasedSubscriber<S.Input, S.Failure> {
  @usableFromInline let inner: S
  @usableFromInline let state = GuardState()

  @inlinable init(_ inner: S) {
    self.inner = inner
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      return me.state.isOver ? .none : me.inner.receive($1)
    }
  }

  override func receive(subscription: any Subscription) {
    inner.receive(subscription: state.guarding(subscription._detachable))
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if state.complete() { inner.receive(completion: completion) }
  }

  override var combineIdentifier: CombineIdentifier { inner.combineIdentifier }
  override var description: String { String(describing: inner) }
  override var customMirror: Mirror { Mirror(reflecting: inner) }
  override var playgroundDescription: Any {
    (inner as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
  }
}

extension Subscriber {
  /// This subscriber as a node that sends it nothing after it has cancelled.
  @inlinable @inline(__always)
  func _guarded() -> _ErasedSubscriber<Input, Failure> { Self._isForeign ? SubscriberGuard(self) : _erased() }
}

/// How far the stream of a ``SubscriberGuard`` is. Of one object for as long as the guard exists: while one thread
/// delivers, the subscriber may cancel and subscribe again on another, as an ``AnySubscriber`` may.
@usableFromInline final class GuardState: Sendable {
  /// From bit 2, the number of the subscription that is guarded, 0 for none. Bit 0: it is over. Bit 1: everything
  /// passes.
  @usableFromInline let word = Atomic<UInt>(0)
  private static let over: UInt = 1
  private static let open: UInt = 2

  @usableFromInline init() {}

  @inlinable @inline(__always) var isOver: Bool { word.load(ordering: .relaxed) & 1 != 0 }

  /// What the subscriber gets in place of `subscription`. With a subscription that is not ours, or with several at
  /// once, everything passes from now on.
  @usableFromInline func guarding(_ subscription: any Subscription) -> any Subscription {
    var old = word.load(ordering: .relaxed)
    while true {
      let isFree = old & Self.open == 0 && (old == 0 || old & Self.over != 0)
      let number = isFree && !subscription._isForeign ? (old >> 2) + 1 : 0
      let result = word.compareExchange(
        expected: old, desired: number == 0 ? Self.open : number << 2, ordering: .acquiringAndReleasing)
      if result.exchanged { return number == 0 ? subscription : GuardedSubscription(subscription, self, number) }
      old = result.original
    }
  }

  /// The subscriber has cancelled a subscription.
  fileprivate func cancel(_ number: UInt) {
    _ = word.compareExchange(expected: number << 2, desired: number << 2 | Self.over, ordering: .acquiringAndReleasing)
  }

  /// The stream has ended; false if it was over before.
  @usableFromInline func complete() -> Bool {
    let old = word.load(ordering: .relaxed)
    if old == 0 || old & Self.open != 0 { return true }
    return word.bitwiseOr(Self.over, ordering: .acquiringAndReleasing).oldValue & Self.over == 0
  }
}

/// A subscription that tells a ``GuardState`` when it is cancelled. Reflection shows the wrapped subscription.
private final class GuardedSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  private let base: any Subscription
  private let state: GuardState
  private let number: UInt

  init(_ base: any Subscription, _ state: GuardState, _ number: UInt) {
    self.base = base
    self.state = state
    self.number = number
  }

  func request(_ demand: Subscribers.Demand) { base.request(demand) }

  func cancel() {
    state.cancel(number)
    base.cancel()
  }

  var _isForeign: Bool { false }
  var combineIdentifier: CombineIdentifier { base.combineIdentifier }
  var description: String { String(describing: base) }
  var customMirror: Mirror { Mirror(reflecting: base) }
  var playgroundDescription: Any {
    (base as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
  }
}

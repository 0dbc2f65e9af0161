import Synchronization

/// Wraps a custom subscriber, and sends it nothing after it has cancelled. Used behind operators that forward their
/// upstream's subscription, erased publishers, and publishers with several inputs.
///
/// Such operators keep no state: they send the result of a closure, even if the closure has ended the stream or
/// cancelled. Subscribers of Streams ignore that value. For custom subscribers it is dropped here, if the subscription
/// comes from a publisher of Streams. Events of custom publishers are forwarded unchanged, as by Apple's operators.
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
  /// This subscriber, erased and guarded: it receives nothing after it has cancelled.
  @inlinable @inline(__always)
  func _guarded() -> _ErasedSubscriber<Input, Failure> { Self._isForeign ? SubscriberGuard(self) : _erased() }
}

/// The state of a ``SubscriberGuard``. It is one object while the guard exists, because a subscriber such as an
/// ``AnySubscriber`` may cancel and subscribe again on another thread during a delivery.
@usableFromInline final class GuardState: Sendable {
  /// From bit 2: the number of the guarded subscription, 0 for none. Bit 0: ended. Bit 1: every event is forwarded.
  @usableFromInline let word = Atomic<UInt>(0)
  private static let over: UInt = 1
  private static let open: UInt = 2

  @usableFromInline init() {}

  @inlinable @inline(__always) var isOver: Bool { word.load(ordering: .relaxed) & 1 != 0 }

  /// Returns the subscription to send instead of `subscription`. After a custom subscription, or several at once, every
  /// event is forwarded from now on.
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

  /// Called when the subscriber cancels a subscription.
  fileprivate func cancel(_ number: UInt) {
    _ = word.compareExchange(expected: number << 2, desired: number << 2 | Self.over, ordering: .acquiringAndReleasing)
  }

  /// Ends the stream. Returns false if it had ended before.
  @usableFromInline func complete() -> Bool {
    let old = word.load(ordering: .relaxed)
    if old == 0 || old & Self.open != 0 { return true }
    return word.bitwiseOr(Self.over, ordering: .acquiringAndReleasing).oldValue & Self.over == 0
  }
}

/// A subscription that informs a ``GuardState`` of its cancellation. Reflection shows the wrapped subscription.
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

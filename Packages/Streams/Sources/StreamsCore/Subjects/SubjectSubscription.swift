import Synchronization

/// A subscription to a subject or to `share`.
@usableFromInline
final class SubjectSubscription: _Node, Subscription {
  @_alwaysEmitIntoClient let demand = DemandWord()
  private let list: SubscriberList

  // The small fields stand together, because a subject may have many subscriptions.

  /// Whether the subscriber has received this subscription: one of the constants below.
  private let receipt: Atomic<UInt8>
  /// Guards `downstream` and `parent`, which are released at the end, and may be read by any thread: for a mirror, by
  /// `cancel`, or by a delivery to an arrival.
  private let lock = Lock()
  /// Whether the subscriber has missed the latest value. Read only by subjects that keep values. Belongs to the owner of
  /// the list.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var missed = true

  /// The subscriber is receiving this subscription.
  private static var receiving: UInt8 { 0 }
  /// The subscriber has received this subscription.
  private static var received: UInt8 { 1 }
  /// The subscriber is receiving this subscription, and must then receive the completion.
  private static var completing: UInt8 { 2 }

  // Guarded by the lock of the list.

  /// Whether this is one of the arrivals.
  @exclusivity(unchecked) var isArrival = false
  /// Whether this arrival has requested a value, and receives the latest one when it joins the list.
  @exclusivity(unchecked) var awaitsLatest = false
  /// The arrivals that came before and after this one.
  @exclusivity(unchecked) unowned(unsafe) var previousArrival: SubjectSubscription?
  @exclusivity(unchecked) var nextArrival: SubjectSubscription?
  /// The number of the last event that came before this arrival, which joins the list after it. Then constant.
  @exclusivity(unchecked) var lastEvent = 0

  /// The place in the list, -1 for none. Belongs to the owner of the list.
  @exclusivity(unchecked) var index = -1
  /// The subscriber: a `_ErasedSubscriber` of the subject's types.
  @exclusivity(unchecked) private var downstream: AnyObject?
  /// The subject, or the ``ConnectionCounter`` that counts this subscription.
  @exclusivity(unchecked) private var parent: AnyObject?

  /// - Parameter isSink: whether the subscriber may receive the completion while it receives this subscription, or before.
  init(
    _ list: consuming SubscriberList, _ downstream: consuming AnyObject, _ parent: consuming AnyObject, isSink: Bool
  ) {
    receipt = Atomic(isSink ? Self.received : Self.receiving)
    self.list = consume list
    self.downstream = consume downstream
    self.parent = consume parent
  }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    more.mustNotBeNone(list.isCounted ? "share" : list.name)
    // Nothing changes.
    if demand.now.isUnlimited { return }
    if demand.add(list.countsDemand ? more : .unlimited) != nil { list.demandAdded(by: self) }
  }

  @usableFromInline func cancel() {
    // Read first: as soon as the demand has ended, the owner may release this subscription.
    let counter = list.isCounted ? lock.withLock({ parent }) : nil
    if demand.end().isOver { return }
    (counter as? ConnectionCounter)?.removeUse()
    list.remove(self)
  }

  /// Returns true if the subscriber is still receiving this subscription. Who sends it then also sends the completion.
  func passCompletionToSender() -> Bool {
    receipt.compareExchange(expected: Self.receiving, desired: Self.completing, ordering: .acquiringAndReleasing)
      .exchanged
  }

  /// Marks this subscription as received. Returns true if the subscriber must now receive the completion.
  func markReceived() -> Bool {
    receipt.exchange(Self.received, ordering: .acquiringAndReleasing) == Self.completing && !demand.end().isOver
  }

  /// The subscriber, unless it is off the list, or has left before it was on the list.
  var currentDownstream: AnyObject? { lock.withLock { downstream } }

  /// Releases the subscriber and the subject, after it is off the list.
  func release() { _ = lock.withLock { (downstream.take(), parent.take()) } }

  override var description: String { list.name.description }
  override var customMirror: Mirror {
    if list.isCounted { return super.customMirror }
    let (subject, subscriber) = lock.withLock { demand.isOver ? (nil, nil) : (parent, downstream) }
    let all: KeyValuePairs<String, Any> = [
      "parent": subject as Any, "downstream": subscriber as Any, "demand": demand.demand, "subject": subject as Any,
    ]
    return Mirror(
      self, children: list.countsDemand ? all : ["downstream": shown(subscriber)], ancestorRepresentation: .suppressed)
  }
}

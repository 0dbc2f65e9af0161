import Synchronization

/// A subscription to a subject or to `share`.
@usableFromInline
final class SubjectSubscription: _Node, Subscription {
  @_alwaysEmitIntoClient let demand = DemandWord()
  private let list: SubscriberList
  /// Whether the subscriber has received this subscription: one of the constants below.
  private let receipt: Atomic<UInt8>

  /// The subscriber is receiving this subscription.
  private static var receiving: UInt8 { 0 }
  /// The subscriber has received this subscription.
  private static var received: UInt8 { 1 }
  /// The subscriber is receiving this subscription, and must then receive the completion.
  private static var completing: UInt8 { 2 }

  // Guarded by the lock of the list.

  /// Whether this is one of the arrivals.
  @exclusivity(unchecked) var isArrival = false
  /// The arrivals that came before and after this one.
  @exclusivity(unchecked) unowned(unsafe) var previousArrival: SubjectSubscription?
  @exclusivity(unchecked) var nextArrival: SubjectSubscription?
  /// The number of the last event that came before this arrival, which joins the list after it. Then constant.
  @exclusivity(unchecked) var lastEvent = 0
  /// Whether this arrival has requested a value, and receives the latest one when it joins the list.
  @exclusivity(unchecked) var wantsLatest = false

  // The next two belong to the owner of the list.

  /// The place in the list, -1 for none.
  @exclusivity(unchecked) var index = -1
  /// Whether the subscriber has missed the latest value. Used only by subjects that keep values.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var missed = true
  /// The subscriber: a `_ErasedSubscriber` of the subject's types. Guarded by `lock`, like `parent`.
  @exclusivity(unchecked) private var downstream: AnyObject?
  /// The subject, or what counts this subscription.
  @exclusivity(unchecked) private var parent: AnyObject?
  /// Whether `parent` counts this subscription: a ``ConnectionCounter``.
  private let isCounted: Bool
  /// The subject's type, for descriptions.
  private let type: AnyObject.Type
  /// Guards what is released at the end, and may be read by any thread: for a mirror, by `cancel`, or by a delivery to an
  /// arrival.
  private let lock = Lock()

  /// - Parameter isSink: whether the subscriber may receive the completion while it receives this subscription, or before.
  init(
    _ list: consuming SubscriberList, _ downstream: consuming AnyObject, _ parent: consuming AnyObject, isCounted: Bool,
    isSink: Bool
  ) {
    self.isCounted = isCounted
    receipt = Atomic(isSink ? Self.received : Self.receiving)
    type = Swift.type(of: parent)
    self.list = consume list
    self.downstream = consume downstream
    self.parent = consume parent
  }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    if more == .none { trap(isCounted ? "share" : description, "a request must ask for at least one value") }
    // Nothing changes.
    if demand.now.isUnlimited { return }
    if demand.add(list.countsDemand ? more : .unlimited) != nil { list.demandAdded(by: self) }
  }

  @usableFromInline func cancel() {
    // Read first: as soon as the demand has ended, the owner may release this subscription.
    let counter = isCounted ? lock.withLock({ parent }) : nil
    if demand.end().isOver { return }
    (counter as? ConnectionCounter)?.remove()
    list.remove(self)
  }

  /// Subtracts one value from the demand. Returns false if there is none.
  @usableFromInline func take() -> Bool { demand.takeOne() }

  /// Returns true if the subscriber is still receiving this subscription. The code that sends it then also sends the
  /// completion.
  func leaveCompletionToSender() -> Bool {
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

  /// The name of the subject's type without its parameters.
  override var description: String { isCounted ? "Multicast" : String(String(describing: type).prefix { $0 != "<" }) }
  override var customMirror: Mirror {
    if isCounted { return super.customMirror }
    let (subject, subscriber) = lock.withLock { demand.isOver ? (nil, nil) : (parent, downstream) }
    let all: KeyValuePairs<String, Any> = [
      "parent": subject as Any, "downstream": subscriber as Any, "demand": demand.demand, "subject": subject as Any,
    ]
    return Mirror(
      self, children: list.countsDemand ? all : ["downstream": shown(subscriber)], ancestorRepresentation: .suppressed)
  }
}

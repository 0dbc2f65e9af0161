import Synchronization

/// A custom subscriber as a node: one for each of its subscriptions. It sends nothing after the subscriber has
/// cancelled, and releases the operators before it at the end.
///
/// The subscribers of Streams check this themselves, and release their subscription at the end. A custom one may keep
/// its subscription. It therefore receives an ``EdgeSubscription``. A subscription that is custom too is handed on as
/// it is, with all its events. If it arrives through a ``PublisherEdge``, only operators that forward every event are
/// between, and that gate opens. (`autoconnect()` wraps it, and is an operator.)
@usableFromInline final class SubscriberEdge<S: Subscriber>: _ErasedSubscriber<S.Input, S.Failure> {
  @_alwaysEmitIntoClient let inner: S
  @_alwaysEmitIntoClient let link = EdgeLink()

  @_alwaysEmitIntoClient init(_ inner: S) {
    self.inner = inner
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      return me.link.isOver ? .none : me.inner.receive($1)
    }
  }

  override func receive(subscription: any Subscription) { inner.receive(subscription: link.adopt(subscription)) }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard link.complete() else { return }
    inner.receive(completion: completion)
    link.cut()
  }

  override var combineIdentifier: CombineIdentifier { inner.combineIdentifier }
  override var wrapped: Any? { inner }
}

/// What a ``SubscriberEdge`` and its ``EdgeSubscription`` share.
///
/// It is an object of its own, because the node and the subscription must not keep each other alive: the subscription
/// keeps a source or, through this object, an operator, which keeps the node.
@usableFromInline final class EdgeLink {
  /// One of the constants below.
  @_alwaysEmitIntoClient let state = Atomic<UInt8>(0)
  fileprivate let lock = Lock()

  // Guarded by `lock`, until the deinit of the subscription.

  /// The operator that is the subscription, until the end.
  @exclusivity(unchecked) fileprivate var held: (any Subscription & AnyObject)?
  /// What is left of the operator after the end. Constant once set.
  @exclusivity(unchecked) fileprivate var epitaph: Epitaph?

  /// No subscription has arrived.
  private static var idle: UInt8 { 0 }
  /// Nothing is sent after the end.
  private static var guarded: UInt8 { 1 }
  /// Every event is forwarded, because the subscription is a custom one or a second one.
  private static var open: UInt8 { 2 }
  /// The stream has ended, or the subscriber has cancelled.
  @_alwaysEmitIntoClient @inline(__always) static var over: UInt8 { 3 }

  @usableFromInline init() {}

  @_alwaysEmitIntoClient @inline(__always) var isOver: Bool { state.load(ordering: .relaxed) == Self.over }

  /// Returns the subscription for the subscriber.
  func adopt(_ subscription: any Subscription) -> any Subscription {
    let object = subscription._object
    guard let own = object as? _Node, own.isOwn, change(from: Self.idle, to: Self.guarded) else {
      state.store(Self.open, ordering: .releasing)
      return subscription
    }
    if let gated = own as? BoxedSubscription {
      gated.openGate()
      state.store(Self.open, ordering: .releasing)
      return gated.base
    }
    if own.isOperator { lock.withLock { held = object } }
    return EdgeSubscription(subscription.combineIdentifier, self, source: own.isOperator ? nil : subscription)
  }

  /// Ends the stream. Returns false if it must send no completion.
  func complete() -> Bool { change(from: Self.guarded, to: Self.over) || !isOver }

  /// Sends nothing from now on.
  fileprivate func silence() { _ = change(from: Self.guarded, to: Self.over) }

  private func change(from former: UInt8, to new: UInt8) -> Bool {
    state.compareExchange(expected: former, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  fileprivate var currentOperator: (any Subscription & AnyObject)? { lock.withLock { held } }
  fileprivate var currentEpitaph: Epitaph? { lock.withLock { epitaph } }

  /// Releases the operator, except for its name and labels, which are constants.
  @discardableResult @usableFromInline func cut() -> (any Subscription & AnyObject)? {
    guard let held = currentOperator, let node = held as? _Node else { return nil }
    let left = Epitaph(name: node.description, labels: node.labels, late: node.late)
    return lock.withLock {
      guard self.held != nil else { return nil }
      self.held = nil
      epitaph = left
      return held
    }
  }
}

/// The subscription of a custom subscriber. Reflection shows the subscription that it wraps.
private final class EdgeSubscription: _Node, Subscription {
  let combineIdentifier: CombineIdentifier
  private let link: EdgeLink
  /// A source, which releases its subscriber itself. Nil for an operator, which the link holds.
  private let source: (any Subscription)?

  init(_ combineIdentifier: CombineIdentifier, _ link: EdgeLink, source: (any Subscription)?) {
    self.combineIdentifier = combineIdentifier
    self.link = link
    self.source = source
  }

  // Released outside the lock.
  deinit { withExtendedLifetime(link.lock.withLock { (link.held.take(), link.epitaph.take()) }) {} }

  private var current: (any Subscription)? { source ?? link.currentOperator }

  func request(_ demand: Subscribers.Demand) {
    if let current { current.request(demand) } else { link.currentEpitaph?.late?.request(demand) }
  }

  func cancel() {
    link.silence()
    if let current = source ?? link.cut() { current.cancel() } else { link.currentEpitaph?.late?.cancel() }
  }

  /// Not while a cancellation still counts, see ``ConnectionUse``. Called under a lock, so it must not retain the operator,
  /// whose last reference it might then release. Until it is cut, it has not ended.
  override var hasEnded: Bool {
    guard link.isOver, source == nil else { return link.isOver }
    guard let epitaph = link.currentEpitaph else { return false }
    return (epitaph.late?._object as? _Node)?.hasEnded ?? true
  }

  override var description: String { current.map { String(describing: $0) } ?? link.currentEpitaph?.name ?? "" }
  override var customMirror: Mirror {
    if let current { return Mirror(reflecting: current) }
    return Mirror(self, children: link.currentEpitaph?.children ?? [], ancestorRepresentation: .suppressed)
  }
  override var wrapped: Any? { current }
}

/// What a subscription still shows and does after its operator has ended.
private struct Epitaph {
  let name: String
  let labels: [StaticString]
  let late: (any Subscription)?

  /// The labels of the operator's mirror, without the values.
  var children: [Mirror.Child] {
    labels.map(\.description).map {
      switch $0 {
      case "status", "state": ($0, SubscriptionStatus.terminal)
      case "finished": ($0, true)
      default: ($0, Any?.none as Any)
      }
    }
  }
}

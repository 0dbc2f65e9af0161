import Synchronization

/// The subscription of operators that serve their subscriber from one upstream after another: `append`, `prepend`,
/// `catch`, `retry`, `replaceEmpty` ... Unused demand is requested from the next upstream.
///
/// The next upstream is attached in a loop when the previous one ends. The stack does not grow, even if many end
/// immediately.
@usableFromInline final class SequentialSubscription<Output, Failure: Error>: ErasedSubscription {
  /// Subscribes to an upstream.
  @usableFromInline typealias Attachment = (SequentialSubscription) -> Void

  /// The demand of the downstream.
  @_alwaysEmitIntoClient let demand = DemandWord()
  @_alwaysEmitIntoClient let downstream: _ErasedSubscriber<Output, Failure>
  @_alwaysEmitIntoClient let name: StaticString
  /// Whether a request for no values is ignored, as by Apple's `append` and `retry`. In other operators it is an error.
  @_alwaysEmitIntoClient let ignoresNone: Bool
  /// Whether the mirror shows the state.
  @_alwaysEmitIntoClient let showsState: Bool
  /// One of the constants below, first `attaching`. If an upstream ends while it is being attached, the thread that
  /// attaches it continues with the next one; later the thread that ends it does.
  private let progress = Atomic<UInt8>(0)

  /// An upstream is being attached.
  private static var attaching: UInt8 { 0 }
  /// The upstream has been attached, and has not ended.
  private static var running: UInt8 { 1 }
  /// The upstream has ended.
  private static var ended: UInt8 { 2 }

  /// Whether the downstream has its subscription; belongs to the delivery.
  @exclusivity(unchecked) var hasGreeted = false

  let lock = Lock()
  // Guarded by `lock`.

  /// The subscription of the current upstream.
  @exclusivity(unchecked) var upstream: (any Subscription & AnyObject)?
  /// Attaches the next upstream, and first stores here the attachment of the one after that. An array of attachments
  /// would cost a subscription to `append` 3,000 instructions.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var next: Attachment?

  @_alwaysEmitIntoClient init(
    _ downstream: consuming _ErasedSubscriber<Output, Failure>, name: StaticString, ignoresNone: Bool = false,
    showsState: Bool = false
  ) {
    self.downstream = consume downstream
    self.name = name
    self.ignoresNone = ignoresNone
    self.showsState = showsState
    // A request, or nil to cancel.
    super.init { me, demand in
      Unmanaged<SequentialSubscription>.fromOpaque(me)._withUnsafeGuaranteedRef { me in
        if let demand { me.addDemand(demand) } else { me.stop() }
      }
    }
  }

  // MARK: Upstreams

  /// Attaches the first upstream, and further ones while they end immediately.
  @usableFromInline func start(_ attach: Attachment) {
    attach(self)
    attached()
  }

  /// Attaches the first upstream, whose end is handled by `atEnd`.
  @_alwaysEmitIntoClient @inline(__always) func start<P: Publisher>(
    with upstream: P, atEnd: @escaping SequentialSubscriber<Output, P.Failure, Failure>.AtEnd
  ) where P.Output == Output {
    start { upstream._attach(node: SequentialSubscriber<Output, P.Failure, Failure>($0, atEnd: atEnd)) }
  }

  /// Inserts an upstream before the remaining ones.
  func push(_ next: @escaping Attachment) {
    var chain = next
    // Only the delivering thread adds upstreams, so the closure can be created outside the lock.
    if let former = takeNext() {
      chain = {
        $0.push(former)
        next($0)
      }
    }
    lock.withLock { if !demand.isOver { self.next = chain } }
  }

  /// Continues with `next`, now or after the upstream that is being attached.
  @usableFromInline func goOn(_ next: consuming @escaping Attachment) {
    push(consume next)
    goOn()
  }

  /// Continues with the next upstream, or ends.
  func goOn() {
    if progress.exchange(Self.ended, ordering: .acquiringAndReleasing) == Self.running { attached() }
  }

  /// Called when nothing is being attached any more. Attaches the next upstream, as long as the last one has ended.
  func attached() {
    while !progress.compareExchange(
      expected: Self.attaching, desired: Self.running, ordering: .acquiringAndReleasing
    ).exchanged {
      progress.store(Self.attaching, ordering: .relaxed)
      guard let next = takeNext() else { return finish() }
      next(self)
    }
  }

  /// Not with `Optional.take()` or `withLock`: code that is not specialised would look up the type, and allocate another
  /// closure.
  private func takeNext() -> Attachment? {
    lock.lock()
    let next = next
    self.next = nil
    lock.unlock()
    return next
  }

  /// Keeps the subscription of an upstream, and requests the demand from it.
  func keep(_ subscription: any Subscription) {
    var object: (any Subscription & AnyObject)? = subscription._object
    let unsent: Subscribers.Demand? = lock.withLock {
      if demand.isOver { return nil }
      swap(&object, &upstream)
      return demand.demand
    }
    guard let unsent else { return subscription.cancel() }
    if unsent != .none { subscription.request(unsent) }
  }

  /// Sends this subscription downstream, if that has not been done.
  func sendSubscription() {
    if hasGreeted { return }
    hasGreeted = true
    downstream.receive(subscription: self)
  }

  func takeUpstream() -> (any Subscription & AnyObject)? { lock.withLock { upstream.take() } }

  // MARK: Demand and the end

  @usableFromInline func addDemand(_ more: Subscribers.Demand) {
    if more == .none { return ignoresNone ? () : more.mustNotBeNone(name) }
    let upstream: (any Subscription)? = lock.withLock { demand.add(more) == nil ? nil : self.upstream }
    upstream?.request(more)
  }

  @usableFromInline func finish() { end(.finished) }

  @usableFromInline func end(_ completion: Subscribers.Completion<Failure>) {
    sendSubscription()
    if demand.end().isOver { return }
    _ = dropAll()
    downstream.receive(completion: completion)
  }

  @usableFromInline func stop() {
    if demand.end().isOver { return }
    dropAll()?.cancel()
  }

  /// Releases the upstreams. Returns the subscription of the current one.
  func dropAll() -> (any Subscription & AnyObject)? {
    _ = takeNext()
    return takeUpstream()
  }

  override var isOperator: Bool { true }
  override var description: String { name.description }
  override var labels: [StaticString] { showsState ? ["downstream", "demand"] : [] }
  override var customMirror: Mirror { mirror(of: self) }

  /// Returns the mirror of `object`: of this subscription, or of the subscriber of an upstream.
  func mirror(of object: AnyObject) -> Mirror {
    Mirror(
      object, children: labelled(labels, showsState ? [downstream, demand.demand] : []),
      ancestorRepresentation: .suppressed)
  }
}

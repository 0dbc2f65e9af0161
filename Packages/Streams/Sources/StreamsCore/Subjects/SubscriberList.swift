import Synchronization

/// The subscribers of a subject, in order. Inserting and removing one are O(1), amortised.
///
/// The thread that ``OwnerWord`` names iterates over the list in place, without a lock, a copy or reference counting.
/// Subscribers that arrive or leave meanwhile wait for it. A subscription retains its node until it is off the list:
///
/// | subscriber | retained by | known by | when it cancels |
/// | --- | --- | --- | --- |
/// | arrival | a linked list, until the events before it are processed | `isArrival` | it is released at once |
/// | on the list | `entries` | its `index`, from 0 | it is removed; while there is an owner, it waits in `leavers` |
/// | off the list | the subscriber, as its subscription | no subscriber | |
///
/// Each may also be receiving its subscription, see ``SubjectSubscription``.
///
/// Not generic: the code that edits the list is not specialised, and would look up metadata at every step.
@usableFromInline class SubscriberList {
  @frozen @usableFromInline struct Entry {
    @_alwaysEmitIntoClient let subscription: Unmanaged<SubjectSubscription>
    /// The subscription's node, which the subscription keeps alive.
    @_alwaysEmitIntoClient let node: UnsafeRawPointer
  }

  /// The description of the subscriptions.
  final let name: StaticString
  /// Whether a ``ConnectionCounter`` counts the subscriptions.
  final let isCounted: Bool
  /// Whether demand is counted. Otherwise any request is one of unlimited values, as to an ``ObservableObjectPublisher``.
  final let countsDemand: Bool
  @_alwaysEmitIntoClient final let owner = OwnerWord()
  /// Guards what is enqueued for the owner: here, and in the inbox of a ``SubjectCore``.
  final let lock = Lock()

  // The list, which belongs to the owner.

  /// Has holes where subscribers were removed.
  @_alwaysEmitIntoClient @exclusivity(unchecked) final var entries: UnsafeMutablePointer<Entry?>?
  @_alwaysEmitIntoClient @exclusivity(unchecked) final var count = 0
  @exclusivity(unchecked) private final var capacity = 0
  @exclusivity(unchecked) private final var holes = 0
  /// Whether the stream has ended; false while its completion is queued. Set under `lock`, for those that arrive meanwhile.
  @_alwaysEmitIntoClient @exclusivity(unchecked) final var isOver = false

  // Guarded by `lock`.

  /// Retains the arrivals, which are linked in their order.
  @exclusivity(unchecked) final var firstArrival: SubjectSubscription?
  @exclusivity(unchecked) private unowned(unsafe) final var lastArrival: SubjectSubscription?
  @exclusivity(unchecked) final var leavers: ContiguousArray<SubjectSubscription> = []
  /// The number of events that were ever enqueued for the owner. In a ``SubjectCore`` these are the `processed` ones, then
  /// those of the batch, then those of the inbox.
  @exclusivity(unchecked) final var enqueued = 0

  // The upstreams.

  /// Whether values have been requested from the upstreams. True from the beginning if the subject keeps values.
  final let relaysDemand: Atomic<Bool>
  final let upstreamLock = Lock()
  /// Guarded by `upstreamLock`.
  @exclusivity(unchecked) final var upstreams: [any Subscription] = []

  init(_ name: StaticString, isCounted: Bool, countsDemand: Bool, relaysDemand: Bool) {
    self.name = name
    self.isCounted = isCounted
    self.countsDemand = countsDemand
    self.relaysDemand = Atomic(relaysDemand)
  }

  deinit { entries?.deallocate() }

  /// Called when a subscriber has requested values, which may have missed the latest one.
  func catchUp(_ subscription: SubjectSubscription) {}

  /// Adds a subscriber, whose node is `node`, to the list. Returns false if the stream has ended.
  final func insert(_ subscription: SubjectSubscription, _ node: UnsafeRawPointer) -> Bool {
    if !owner.closeIdle() {
      let (isIdle, isLate) = lock.withLock {
        if isOver { return (false, true) }
        if owner.closeOrAddEvents() { return (true, false) }
        addArrival(subscription)
        return (false, false)
      }
      guard isIdle else { return !isLate }
    }
    let isWelcome = !isOver
    if isWelcome { append(subscription, node) }
    owner.open(OwnerWord.idle)
    return isWelcome
  }

  /// Removes a subscriber that has cancelled.
  final func remove(_ subscription: SubjectSubscription) {
    if !owner.closeIdle() {
      lock.lock()
      let isIdle = owner.closeOrAddEvents()
      let isArriving = !isIdle && subscription.isArrival
      if isArriving { removeArrival(subscription) } else if !isIdle { leavers.append(subscription) }
      lock.unlock()
      if isArriving { subscription.release() }
      guard isIdle else { return }
    }
    let gone = detach(subscription)
    owner.open(OwnerWord.idle)
    gone?.release()
  }

  /// The lock must be held.
  private final func addArrival(_ subscription: SubjectSubscription) {
    subscription.isArrival = true
    subscription.lastEvent = enqueued
    subscription.previousArrival = lastArrival
    if let lastArrival { lastArrival.nextArrival = subscription } else { firstArrival = subscription }
    lastArrival = subscription
  }

  /// Removes an arrival. The caller keeps it alive. The lock must be held.
  final func removeArrival(_ subscription: SubjectSubscription) {
    let (previous, next) = (subscription.previousArrival, subscription.nextArrival)
    if let previous { previous.nextArrival = next } else { firstArrival = next }
    if let next { next.previousArrival = previous } else { lastArrival = previous }
    subscription.nextArrival = nil
    subscription.isArrival = false
  }

  /// The arrivals in their order. The lock must be held.
  final var arrivals: [SubjectSubscription] {
    var all: [SubjectSubscription] = []
    var next = firstArrival
    while let arrival = next {
      all.append(arrival)
      next = arrival.nextArrival
    }
    return all
  }

  /// Adds a former arrival to the list, for the owner. Returns false if it has left, or the stream has ended.
  final func join(_ subscription: SubjectSubscription) -> Bool {
    guard !isOver, !subscription.demand.isOver, let node = subscription.currentDownstream else { return false }
    append(subscription, Unmanaged.passUnretained(node).toOpaque())
    return true
  }

  private final func append(_ subscription: SubjectSubscription, _ node: UnsafeRawPointer) {
    if count == capacity { compact() }
    subscription.index = count
    entries?[count] = Entry(subscription: .passRetained(subscription), node: node)
    count += 1
  }

  /// Removes and returns a subscriber; nil if it is not on the list. The caller releases it, outside the latch
  /// unless it keeps another reference.
  @discardableResult final func detach(_ subscription: SubjectSubscription) -> SubjectSubscription? {
    if subscription.index < 0 { return nil }
    guard let entry = entries?[subscription.index] else { return nil }
    entries?[subscription.index] = nil
    subscription.index = -1
    holes += 1
    if holes == count {
      count = 0
      holes = 0
    } else if holes > 32 && holes > count / 2 {
      compact()
    }
    return entry.subscription.takeRetainedValue()
  }

  /// Moves the list to new storage without holes, with twice the room.
  private final func compact() {
    let live = count - holes
    let room = max(4, live * 2)
    let fresh = UnsafeMutablePointer<Entry?>.allocate(capacity: room)
    var next = 0
    for index in 0..<count {
      guard let entry = entries?[index] else { continue }
      (fresh + next).initialize(to: entry)
      entry.subscription._withUnsafeGuaranteedRef { $0.index = next }
      next += 1
    }
    (fresh + next).initialize(repeating: nil, count: room - next)
    entries?.deallocate()
    entries = fresh
    capacity = room
    count = next
    holes = 0
  }
}

/// The upstream subscriptions of a subject. Unlimited values are requested from them at the first request that any
/// subscriber ever makes, and from later upstreams immediately. A subject that keeps values requests always immediately.
extension SubscriberList {
  final func add(upstream subscription: any Subscription) {
    // Released outside the lock.
    var former: [any Subscription] = []
    upstreamLock.withLock {
      // When there is no more room, ended ones are removed, so that they do not accumulate.
      if upstreams.count == upstreams.capacity {
        former = upstreams
        upstreams = former.filter { !(($0._object as? _Node)?.hasEnded ?? false) }
      }
      upstreams.append(subscription)
    }
    withExtendedLifetime(former) {}
    if relaysDemand.load(ordering: .acquiring) { subscription.request(.unlimited) }
  }

  /// Called when a subscriber has requested values. The first request is passed to the upstreams.
  final func demandAdded(by subscription: SubjectSubscription) {
    if !relaysDemand.load(ordering: .acquiring), !relaysDemand.exchange(true, ordering: .acquiringAndReleasing) {
      for upstream in upstreamLock.withLock({ upstreams }) { upstream.request(.unlimited) }
    }
    catchUp(subscription)
  }

  final func cancelUpstreams() {
    var all: [any Subscription] = []
    upstreamLock.withLock { swap(&all, &upstreams) }
    for subscription in all { subscription.cancel() }
  }
}

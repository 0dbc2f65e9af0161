import Synchronization

/// The subscribers of a subject, in order. Inserting and removing one are O(1), amortised.
///
/// One word, `owner`, decides which thread may use the list:
///
/// | value | meaning |
/// | --- | --- |
/// | 0 | idle |
/// | `events` (1) | no thread owns the list; events are offered to the next sender |
/// | token | the thread with this token delivers |
/// | token + `events` | others have left events in the inbox for it; they do not wait |
/// | any of these + `latch` (2) | closed by a thread that moves a value, or edits the list of an idle subject; others wait |
///
/// The delivering thread therefore iterates over the list in place, without a lock, a copy or reference counting. A plain
/// store opens the latch.
///
/// Not generic: the code that edits the list is not specialised, and would look up metadata at every step.
@usableFromInline class SubscriberList {
  @frozen @usableFromInline struct Entry {
    @usableFromInline let subscription: Unmanaged<SubjectSubscription>
    /// The subscription's node, which the subscription keeps alive.
    @usableFromInline let node: UnsafeRawPointer
    @inlinable init(subscription: Unmanaged<SubjectSubscription>, node: UnsafeRawPointer) {
      self.subscription = subscription
      self.node = node
    }
  }

  /// Whether a subject keeps values, and when one becomes the current one.
  @frozen @usableFromInline enum Keeping { case nothing, whenSent, whenDelivered }

  enum Claim {
    /// The caller has become the owner. It must process the event and settle.
    case isMine
    /// The event is left for the owner.
    case isEnqueued
    /// The event comes after the end.
    case isTooLate
  }

  @inlinable @inline(__always) static var events: UInt { 1 }
  @inlinable @inline(__always) static var latch: UInt { 2 }

  /// Whether demand is counted. Any demand for the changes of an object is unlimited.
  final let countsDemand: Bool
  @usableFromInline final let owner = Atomic<UInt>(0)
  /// Guards the inbox. A spin lock, because the system's lock prefers the thread that has waited longest: with
  /// sixteen senders, each value then cost a switch of threads, 20 µs.
  @usableFromInline final let lock = SpinLock()

  // The list, which belongs to the owner.

  /// Has holes where subscribers were removed.
  @usableFromInline @exclusivity(unchecked) final var entries: UnsafeMutablePointer<Entry?>?
  @usableFromInline @exclusivity(unchecked) final var count = 0
  @exclusivity(unchecked) private final var capacity = 0
  @exclusivity(unchecked) private final var holes = 0
  /// Whether the stream has ended. The completion may still be pending. Set under `lock`, for subscribers that arrive
  /// meanwhile.
  @usableFromInline @exclusivity(unchecked) final var isOver = false

  // The inbox, guarded by `lock`.

  @exclusivity(unchecked) final var arrivals: ContiguousArray<SubjectSubscription> = []
  @exclusivity(unchecked) final var leavers: ContiguousArray<SubjectSubscription> = []

  // The upstreams; see `SubscriberList+Upstreams`.

  final let wantsUpstreams = Atomic<Bool>(false)
  final let upstreamLock = Lock()
  /// Guarded by `upstreamLock`.
  @exclusivity(unchecked) final var upstreams: [any Subscription] = []

  init(countsDemand: Bool) { self.countsDemand = countsDemand }

  deinit { entries?.deallocate() }

  /// Called when a subscriber has requested values.
  func subscriberAsked(_ subscription: SubjectSubscription) {}

  /// Makes the calling thread the owner, if there is none.
  @inlinable @inline(__always) final func take(_ me: UInt) -> Bool {
    owner.compareExchange(expected: 0, desired: me, ordering: .acquiringAndReleasing).exchanged
  }

  /// Gives up ownership. Returns false if events are pending; the owner must then settle.
  @inlinable @inline(__always) final func giveUp(_ me: UInt) -> Bool {
    owner.compareExchange(expected: me, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }

  /// Whether the calling thread is the owner.
  final func isDelivering(_ me: UInt) -> Bool { owner.load(ordering: .relaxed) & ~3 == me }

  /// Makes `token` the owner, or tells the owner that there are events. `lock` must be held.
  final func reserve(_ token: UInt) -> Bool { exchange { $0 == 0 ? token : $0 | Self.events } == 0 }

  /// Waits until the latch is open, and replaces the word with the result of `change`. Returns the former word.
  @discardableResult final func exchange(_ change: (UInt) -> UInt) -> UInt {
    var old: UInt = 0
    while true {
      let result = owner.compareExchange(expected: old, desired: change(old), ordering: .acquiringAndReleasing)
      if result.exchanged { return old }
      old = result.original
      var backoff = Backoff()
      while old & Self.latch != 0 {
        backoff.pause()
        old = owner.load(ordering: .relaxed)
      }
    }
  }

  /// Closes the latch. Returns the word with which to open it again.
  @usableFromInline final func closeLatch() -> UInt {
    var backoff = Backoff()
    while true {
      let old = owner.load(ordering: .relaxed)
      if old & Self.latch == 0,
        owner.compareExchange(expected: old, desired: old | Self.latch, ordering: .acquiringAndReleasing).exchanged
      {
        return old
      }
      backoff.pause()
    }
  }

  @inlinable @inline(__always) final func openLatch(_ word: UInt) { owner.store(word, ordering: .releasing) }

  /// Closes the latch if no thread is delivering. The inbox is then empty.
  final func closeIdle() -> Bool {
    owner.compareExchange(expected: 0, desired: Self.latch, ordering: .acquiringAndReleasing).exchanged
  }

  /// Adds a subscriber, whose node is `node`, to the list. Returns false if the stream has ended.
  @usableFromInline final func insert(_ subscription: SubjectSubscription, _ node: UnsafeRawPointer) -> Bool {
    if !closeIdle() {
      let (isIdle, isLate) = lock.withLock {
        if isOver { return (false, true) }
        if reserve(Self.latch) { return (true, false) }
        arrivals.append(subscription)
        return (false, false)
      }
      guard isIdle else { return !isLate }
    }
    let isWelcome = !isOver
    if isWelcome { append(subscription, node) }
    openLatch(0)
    return isWelcome
  }

  /// Removes a subscriber that has cancelled.
  @usableFromInline final func remove(_ subscription: SubjectSubscription) {
    if !closeIdle() {
      lock.lock()
      let isIdle = reserve(Self.latch)
      if !isIdle { leavers.append(subscription) }
      lock.unlock()
      guard isIdle else { return }
    }
    let gone = detach(subscription)
    openLatch(0)
    gone?.release()
  }

  /// Removes `leavers` from the list, and adds `arrivals` unless they have left or the stream has ended. Called by the
  /// owner, with the contents of the inbox.
  final func update(
    arrivals: ContiguousArray<SubjectSubscription>, leavers: ContiguousArray<SubjectSubscription>
  ) {
    for subscription in leavers { _ = detach(subscription) }
    for subscription in arrivals {
      if !subscription.hasLeft, !isOver, let node = subscription.node { append(subscription, node) }
    }
  }

  /// Returns the arrivals, for the owner. If many of them have left meanwhile, these are removed and returned too; the
  /// caller releases them.
  final func currentArrivals() -> (
    arrivals: ContiguousArray<SubjectSubscription>, left: ContiguousArray<SubjectSubscription>
  ) {
    lock.withLock {
      var left: ContiguousArray<SubjectSubscription> = []
      if leavers.count > 32, leavers.count > arrivals.count / 2 {
        for subscription in leavers where subscription.index < 0 { subscription.hasLeft = true }
        leavers.removeAll { $0.index < 0 }
        left = arrivals.filter(\.hasLeft)
        arrivals.removeAll(where: \.hasLeft)
      }
      return (arrivals, left)
    }
  }

  private final func append(_ subscription: SubjectSubscription, _ node: UnsafeRawPointer) {
    if count == capacity { compact() }
    subscription.index = count
    entries?[count] = Entry(subscription: .passRetained(subscription), node: node)
    count += 1
  }

  /// Removes and returns a subscriber; nil if it is not on the list, or not yet. The caller releases it, outside the
  /// latch.
  private final func detach(_ subscription: SubjectSubscription) -> SubjectSubscription? {
    guard subscription.index >= 0 else {
      subscription.hasLeft = true
      return nil
    }
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

import Synchronization

/// The subscribers of a subject, in order. Joining and leaving are O(1), amortised.
///
/// One word, `owner`, decides which thread may use the list. It is 0 for none, otherwise the token of the delivering
/// thread, plus 1 if others have left events for it. A plain 1 means that no thread owns the list and the events are
/// offered. The delivering thread therefore iterates over the list in place, without a lock, a copy or reference
/// counting. No thread waits for it: the others leave their events in the mailbox.
///
/// Plus 2 is the latch. The word then belongs to the thread that added it, while that thread moves a value, or edits
/// the list when no thread is delivering. The others wait. A plain store opens the latch.
///
/// Not generic: the code that edits the list is not specialised, and would look up metadata at every step.
@usableFromInline class SubscriberList {
  @frozen @usableFromInline struct Entry {
    @usableFromInline let ticket: Unmanaged<SubjectSubscription>
    /// The ticket's node, which the ticket keeps alive.
    @usableFromInline let node: UnsafeRawPointer
    @inlinable init(ticket: Unmanaged<SubjectSubscription>, node: UnsafeRawPointer) {
      self.ticket = ticket
      self.node = node
    }
  }

  @usableFromInline final let owner = Atomic<UInt>(0)
  /// Guards the mailbox. A spin lock, because the system's lock prefers the thread that has waited longest: with
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

  // The mailbox, guarded by `lock`.

  @exclusivity(unchecked) final var arrivals: ContiguousArray<SubjectSubscription> = []
  @exclusivity(unchecked) final var leavers: ContiguousArray<SubjectSubscription> = []

  final let upstreams = Upstreams()

  @usableFromInline init() {}

  deinit { entries?.deallocate() }

  /// Called when a subscriber has requested values.
  func subscriberAsked(_ ticket: SubjectSubscription) {}

  /// Makes `token` the owner, or tells the owner that there are events. `lock` must be held.
  final func reserve(_ token: UInt) -> Bool { exchange { $0 == 0 ? token : $0 | 1 } == 0 }

  /// Waits until the latch is open, and replaces the word with the result of `change`. Returns the former word.
  @discardableResult final func exchange(_ change: (UInt) -> UInt) -> UInt {
    var old: UInt = 0
    while true {
      let result = owner.compareExchange(expected: old, desired: change(old), ordering: .acquiringAndReleasing)
      if result.exchanged { return old }
      old = result.original
      var backoff = Backoff()
      while old & 2 != 0 {
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
      if old & 2 == 0,
        owner.compareExchange(expected: old, desired: old | 2, ordering: .acquiringAndReleasing).exchanged
      {
        return old
      }
      backoff.pause()
    }
  }

  @inlinable @inline(__always) final func openLatch(_ word: UInt) { owner.store(word, ordering: .releasing) }

  /// Closes the latch if no thread is delivering. The mailbox is then empty.
  final func closeIdle() -> Bool {
    owner.compareExchange(expected: 0, desired: 2, ordering: .acquiringAndReleasing).exchanged
  }

  /// Adds a subscriber, whose node is `node`, to the list. Returns false if the stream has ended.
  @usableFromInline final func join(_ ticket: SubjectSubscription, _ node: UnsafeRawPointer) -> Bool {
    if !closeIdle() {
      let (isIdle, isLate) = lock.withLock {
        if isOver { return (false, true) }
        if reserve(2) { return (true, false) }
        arrivals.append(ticket)
        return (false, false)
      }
      guard isIdle else { return !isLate }
    }
    let isWelcome = !isOver
    if isWelcome { append(ticket, node) }
    openLatch(0)
    return isWelcome
  }

  /// Removes a subscriber that has cancelled.
  @usableFromInline final func leave(_ ticket: SubjectSubscription) {
    if !closeIdle() {
      let isIdle = lock.withLock {
        if reserve(2) { return true }
        leavers.append(ticket)
        return false
      }
      guard isIdle else { return }
    }
    let gone = detach(ticket)
    openLatch(0)
    gone?.letGo()
  }

  /// Removes `leavers` from the list and adds `arrivals`, both from the mailbox. Called by the owner. Returns the
  /// subscribers that have left and those that came too late; the caller releases both.
  final func update(
    arrivals: ContiguousArray<SubjectSubscription>, leavers: ContiguousArray<SubjectSubscription>
  ) -> (left: ContiguousArray<SubjectSubscription>, late: ContiguousArray<SubjectSubscription>) {
    var left: ContiguousArray<SubjectSubscription> = []
    var late: ContiguousArray<SubjectSubscription> = []
    for ticket in leavers { if let gone = detach(ticket) { left.append(gone) } }
    for ticket in arrivals {
      if ticket.hasLeft {
        left.append(ticket)
      } else if isOver {
        late.append(ticket)
      } else if let node = ticket.node {
        append(ticket, node)
      }
    }
    return (left, late)
  }

  /// Returns the arrivals, for the owner. If many of them have left meanwhile, these are removed and returned too; the
  /// caller releases them.
  final func currentArrivals() -> (
    arrivals: ContiguousArray<SubjectSubscription>, left: ContiguousArray<SubjectSubscription>
  ) {
    lock.withLock {
      var left: ContiguousArray<SubjectSubscription> = []
      if leavers.count > 32, leavers.count > arrivals.count / 2 {
        for ticket in leavers where ticket.index < 0 { ticket.hasLeft = true }
        leavers.removeAll { $0.index < 0 }
        left = arrivals.filter(\.hasLeft)
        arrivals.removeAll(where: \.hasLeft)
      }
      return (arrivals, left)
    }
  }

  private final func append(_ ticket: SubjectSubscription, _ node: UnsafeRawPointer) {
    if count == capacity { compact() }
    ticket.index = count
    entries?[count] = Entry(ticket: .passRetained(ticket), node: node)
    count += 1
  }

  /// Removes and returns a subscriber; nil if it is not on the list, or not yet. The caller releases it, outside the
  /// latch.
  private final func detach(_ ticket: SubjectSubscription) -> SubjectSubscription? {
    guard ticket.index >= 0 else {
      ticket.hasLeft = true
      return nil
    }
    guard let entry = entries?[ticket.index] else { return nil }
    entries?[ticket.index] = nil
    ticket.index = -1
    holes += 1
    if holes == count {
      count = 0
      holes = 0
    } else if holes > 32 && holes > count / 2 {
      compact()
    }
    return entry.ticket.takeRetainedValue()
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
      entry.ticket._withUnsafeGuaranteedRef { $0.index = next }
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

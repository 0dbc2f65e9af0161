import Synchronization

/// The subscribers of a subject, in order. Joining and leaving are O(1), amortised.
///
/// One word, `owner`, decides which thread may use the list: 0 for none, otherwise the token of the thread that
/// delivers, plus 1 when others have left work for it; 1 alone: no thread owns it, and the work is offered. So the
/// delivering thread walks the list in place, without lock, copy or counting of references, and no thread waits for it:
/// the others leave their work in the mailbox.
///
/// Plus 2, the latch, the word belongs to the thread that added it, for as long as it takes to move a value, or to edit
/// the list when no thread is delivering: the others wait, and a plain store takes it away.
///
/// Not generic, because code that edits the list is not specialised, and would look metadata up at every step.
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
  /// Guards the mailbox. A spin lock: the system's hands over to the thread that waits longest, so with sixteen senders
  /// each value cost a switch of threads, 20 µs.
  @usableFromInline final let lock = SpinLock()

  // The list, which belongs to the owner.

  /// With holes where a subscriber was removed.
  @usableFromInline @exclusivity(unchecked) final var entries: UnsafeMutablePointer<Entry?>?
  @usableFromInline @exclusivity(unchecked) final var count = 0
  @exclusivity(unchecked) private final var capacity = 0
  @exclusivity(unchecked) private final var holes = 0
  /// Whether the stream has ended, though its completion may still be on its way. Set under `lock`, for subscribers
  /// that come meanwhile.
  @usableFromInline @exclusivity(unchecked) final var isOver = false

  // The mailbox, guarded by `lock`.

  @exclusivity(unchecked) final var arrivals: ContiguousArray<SubjectSubscription> = []
  @exclusivity(unchecked) final var leavers: ContiguousArray<SubjectSubscription> = []

  final let upstreams = Upstreams()

  @usableFromInline init() {}

  deinit { entries?.deallocate() }

  /// Called when a subscriber has asked for more.
  func subscriberAsked(_ ticket: SubjectSubscription) {}

  /// Becomes the owner as `token`, or tells the owner that there is work. `lock` is held.
  final func reserve(_ token: UInt) -> Bool { exchange { $0 == 0 ? token : $0 | 1 } == 0 }

  /// Replaces the word by what `change` makes of it, when the latch is open. Returns what it was.
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

  /// Closes the latch; returns the word, with which to open it again.
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

  /// Closes the latch if no thread is delivering; then the mailbox is empty.
  final func closeIdle() -> Bool {
    owner.compareExchange(expected: 0, desired: 2, ordering: .acquiringAndReleasing).exchanged
  }

  /// Puts a subscriber, whose node is `node`, on the list; false if the stream has ended.
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

  /// Takes a subscriber that has cancelled off the list.
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

  /// The owner takes `leavers` off the list and puts `arrivals` on it, both from the mailbox. The results are to be
  /// released: those that have left, and those that came too late.
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

  /// The arrivals, for the owner. If many have left meanwhile they are taken out, and are to be released.
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

  /// Takes a subscriber out; nil if it is not on the list, or not yet. The caller releases it, outside the latch.
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

  /// Moves the list to new storage without its holes, with room for as many again.
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

/// Pending work: a heap of small keys, and slots that hold the actions.
///
/// Cancelling empties the slot immediately, and leaves the key behind, unless it is the first: that one always has its
/// action. If a cancellation leaves more than 64 keys, most of them without an action, these are removed together. So
/// they cost constant time on average, and at most double the peak memory of the keys.
struct PendingQueue: ~Copyable {
  typealias Key = KeyHeap.Key

  /// An action in a struct: a bare closure in a generic position, as a pointer or an optional, costs an allocation.
  struct Action {
    let run: () -> Void
  }

  /// Identifies a pending action. A slot is reused, a ticket is not.
  struct Ticket: Sendable {
    var slot: UInt32
    var generation: UInt32
  }

  /// Everything that belongs to an action, in one place. If the generation is odd, there is an action. The note of a
  /// free slot holds the number of the next free one.
  private struct Slot {
    var action = Action {}
    var generation: UInt32 = 0
    var note = Note.none
  }

  private var heap = KeyHeap()
  private var slots: UnsafeMutablePointer<Slot> = .allocate(capacity: 16)
  private var slotCapacity = 16
  private var slotCount = 0
  private var firstFree: UInt32 = .max

  /// The number of the next work in scheduling order.
  private(set) var nextSequence: UInt64

  /// The number of pending actions.
  private(set) var count = 0

  init(nextSequence: UInt64 = 1) { self.nextSequence = nextSequence }

  deinit {
    slots.deinitialize(count: slotCount)
    slots.deallocate()
  }

  /// Returns the note of a pending action.
  @inline(__always) func note(_ slot: UInt32) -> Note { slots[Int(slot)].note }

  // MARK: Adding and taking

  @inline(__always) mutating func add(due: Int64, note: Note, _ action: @escaping () -> Void) -> Ticket {
    let slot: UInt32
    if firstFree != .max {
      slot = firstFree
      firstFree = slots[Int(slot)].note.bits
    } else {
      if slotCount == slotCapacity { growSlots() }
      slot = UInt32(slotCount)
      (slots + slotCount).initialize(to: Slot())
      slotCount += 1
    }
    let generation = slots[Int(slot)].generation &+ 1
    slots[Int(slot)] = Slot(action: Action(run: action), generation: generation, note: note)
    heap.add(Key(due: due, sequence: takeSequence(), slot: slot))
    count += 1
    return Ticket(slot: slot, generation: generation)
  }

  /// Returns the number of the next action, or of other work in scheduling order.
  @inline(__always) mutating func takeSequence() -> UInt64 {
    defer { nextSequence &+= 1 }
    return nextSequence
  }

  /// The key of the action that is due first.
  @inline(__always) var first: Key? { count > 0 ? heap[0] : nil }

  /// Removes and returns the action that is due first. There must be one.
  @inline(__always) mutating func takeFirst() -> Action {
    let slot = heap[0].slot
    let action = removeAction(slot)
    heap.removeFirst()
    free(slot)
    if count != heap.count { dropDeadFirstKeys() }
    return action
  }

  /// Removes and returns the action of `key`, which must be pending. O(log n) if it is the first.
  @inline(__always) mutating func take(_ key: Key) -> Action {
    if heap[0].slot == key.slot { return takeFirst() }
    return cancel(ticket(of: key)).unsafelyUnwrapped
  }

  /// Returns the action of `key`, which must be pending, and makes it due again at `due`, with its original position
  /// among equals. O(log n) if it is the first.
  @inline(__always) mutating func `repeat`(_ key: Key, at due: Int64) -> Action {
    let index = heap.index(ofSlot: key.slot)
    var key = heap[index]
    let action = slots[Int(key.slot)].action
    key.due = due
    heap.replace(at: index, with: key)
    if count != heap.count { dropDeadFirstKeys() }
    return action
  }

  /// Empties the slot, if the ticket is still valid. The caller releases the action outside the lock.
  @inline(__always) mutating func cancel(_ ticket: Ticket) -> Action? {
    guard isPending(ticket) else { return nil }
    let action = removeAction(ticket.slot)
    if heap[0].slot == ticket.slot {
      dropDeadFirstKeys()
    } else if heap.count > 64, heap.count > 2 * count {
      compact()
    }
    return action
  }

  @inline(__always) func isPending(_ ticket: Ticket) -> Bool {
    slots[Int(ticket.slot)].generation == ticket.generation
  }

  // MARK: Looking

  /// Returns the keys of everything due at `instant` or before, in order. The cost depends on their number, and on that
  /// of the cancelled keys due by then.
  func due(by instant: Int64) -> [Key] {
    heap.due(by: instant).filter { isAlive($0) }.sorted { $0.precedes($1) }
  }

  /// Returns the keys of everything pending, in order.
  func all() -> [Key] { due(by: .max) }

  /// Returns the key of a pending action. O(n).
  func key(of ticket: Ticket) -> Key { heap[heap.index(ofSlot: ticket.slot)] }

  func ticket(of key: Key) -> Ticket { Ticket(slot: key.slot, generation: slots[Int(key.slot)].generation) }

  // MARK: Slots

  @inline(__always) private func isAlive(_ key: Key) -> Bool { slots[Int(key.slot)].generation & 1 == 1 }

  /// Empties the slot of a pending action.
  @inline(__always) private mutating func removeAction(_ slot: UInt32) -> Action {
    slots[Int(slot)].generation &+= 1
    count -= 1
    return exchange(&slots[Int(slot)].action, with: Action {})
  }

  @inline(__always) private mutating func free(_ slot: UInt32) {
    slots[Int(slot)].note = Note(bits: firstFree)
    firstFree = slot
  }

  private mutating func dropDeadFirstKeys() {
    while heap.count > 0, !isAlive(heap[0]) {
      let slot = heap[0].slot
      heap.removeFirst()
      free(slot)
    }
  }

  /// Removes the keys without an action.
  private mutating func compact() {
    for index in 0..<heap.count where !isAlive(heap[index]) { free(heap[index].slot) }
    heap.filter { [slots] key in slots[Int(key.slot)].generation & 1 == 1 }
  }

  private mutating func growSlots() {
    if slotCapacity >= Key.slots { fatalError("More than \(Key.slots) actions are pending") }
    let larger = UnsafeMutablePointer<Slot>.allocate(capacity: slotCapacity * 2)
    larger.moveInitialize(from: slots, count: slotCount)
    slots.deallocate()
    slots = larger
    slotCapacity *= 2
  }
}

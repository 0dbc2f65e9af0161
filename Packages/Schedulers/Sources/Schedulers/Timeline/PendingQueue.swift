/// What waits for its time: a 4-ary heap of small keys, and slots that hold the actions.
///
/// A key is never looked for. Cancelling empties the slot at once, which frees the action, and leaves the key behind;
/// keys without action are thrown out as soon as they outnumber the others, so they cost constant time and at most
/// double the memory of the keys. The first key always has its action.
struct PendingQueue: ~Copyable {
  /// An action in a struct: bare in a generic place, such as a pointer or an optional, a closure costs an allocation.
  struct Action {
    let run: () -> Void
  }

  /// One pending action's place in the order.
  struct Key {
    /// Nanoseconds since the timeline's beginning.
    var due: Int64
    /// Counts what was ever scheduled: the order at one instant.
    var sequence: UInt64
    var slot: UInt32
    /// What else is known of the action.
    var note: Note

    @inline(__always) func precedes(_ other: Key) -> Bool {
      due != other.due ? due < other.due : sequence < other.sequence
    }
  }

  /// Says which pending action is meant, and only that one: a slot is used again, a ticket is not.
  struct Ticket: Sendable {
    var slot: UInt32
    var generation: UInt32
    var note: Note
  }

  private var keys: UnsafeMutablePointer<Key> = .allocate(capacity: 16)
  private var keyCapacity = 16
  private var keyCount = 0

  /// An action and its generation side by side, so that both are one step away. If the generation is odd there is an
  /// action; a slot that is free holds the number of the next free one in its place.
  private struct Slot {
    var action: Action
    var generation: UInt32
  }

  private var slots: UnsafeMutablePointer<Slot> = .allocate(capacity: 16)
  private var slotCapacity = 16
  private var slotCount = 0
  private var firstFree: UInt32 = .max

  /// How many actions are pending.
  private(set) var count = 0

  init() {}

  deinit {
    for slot in 0..<slotCount where generation(slot).pointee & 1 == 1 { action(slot).deinitialize(count: 1) }
    keys.deallocate()
    slots.deallocate()
  }

  @inline(__always) private func action(_ slot: Int) -> UnsafeMutablePointer<Action> {
    UnsafeMutableRawPointer(slots + slot).assumingMemoryBound(to: Action.self)
  }

  @inline(__always) private func generation(_ slot: Int) -> UnsafeMutablePointer<UInt32> {
    (UnsafeMutableRawPointer(slots + slot) + MemoryLayout<Action>.size).assumingMemoryBound(to: UInt32.self)
  }

  // MARK: Adding and taking

  @inline(__always) mutating func add(
    due: Int64, sequence: UInt64, note: Note, _ action: @escaping () -> Void
  ) -> Ticket {
    let slot: UInt32
    if firstFree != .max {
      slot = firstFree
      firstFree = UnsafeRawPointer(slots + Int(slot)).load(as: UInt32.self)
    } else {
      if slotCount == slotCapacity { growSlots() }
      slot = UInt32(slotCount)
      generation(slotCount).initialize(to: 0)
      slotCount += 1
    }
    self.action(Int(slot)).initialize(to: Action(run: action))
    let generation = self.generation(Int(slot)).pointee &+ 1
    self.generation(Int(slot)).pointee = generation
    if keyCount == keyCapacity { growKeys() }
    keyCount += 1
    count += 1
    siftUp(from: keyCount - 1, Key(due: due, sequence: sequence, slot: slot, note: note))
    return Ticket(slot: slot, generation: generation, note: note)
  }

  /// The key of what is due first.
  @inline(__always) var first: Key? { count > 0 ? keys[0] : nil }

  /// Takes what is due first out. Only if there is something.
  @inline(__always) mutating func takeFirst() -> Action {
    let slot = Int(keys[0].slot)
    let action = action(slot).move()
    generation(slot).pointee &+= 1
    count -= 1
    dropFirstKey()
    if count != keyCount { dropDeadFirstKeys() }
    return action
  }

  /// Takes the action of `key` out, which must be pending. O(log n) if it is the first.
  @inline(__always) mutating func take(_ key: Key) -> Action {
    if keys[0].slot == key.slot { return takeFirst() }
    let ticket = ticket(of: key)
    return cancel(ticket).unsafelyUnwrapped
  }

  /// Gives the action of `key`, which must be pending, and makes it due again at `due`, in its first place among its
  /// equals. O(log n) if it is the first.
  @inline(__always) mutating func `repeat`(_ key: Key, at due: Int64) -> Action {
    let index = keys[0].slot == key.slot ? 0 : find(key)
    var key = keys[index]
    let action = action(Int(key.slot)).pointee
    key.due = due
    siftDown(from: index, key)
    if count != keyCount { dropDeadFirstKeys() }
    return action
  }

  /// Empties the slot, if the ticket is still good. The caller lets the action go outside the lock.
  @inline(__always) mutating func cancel(_ ticket: Ticket) -> Action? {
    let slot = Int(ticket.slot)
    guard generation(slot).pointee == ticket.generation else { return nil }
    let action = action(slot).move()
    generation(slot).pointee = ticket.generation &+ 1
    count -= 1
    if keys[0].slot == ticket.slot {
      dropDeadFirstKeys()
    } else if keyCount > 64, keyCount > 2 * count {
      compact()
    }
    return action
  }

  @inline(__always) func isPending(_ ticket: Ticket) -> Bool {
    generation(Int(ticket.slot)).pointee == ticket.generation
  }

  // MARK: Looking

  /// The keys of everything that is due at `instant` or before, in their order. Costs what it returns.
  func due(by instant: Int64) -> [Key] {
    guard keyCount > 0 else { return [] }
    var found: [Key] = []
    var open = [0]
    while let index = open.popLast() {
      let key = keys[index]
      if key.due > instant { continue }
      if isAlive(key) { found.append(key) }
      let child = index * 4 + 1
      if child < keyCount { open.append(contentsOf: child..<min(child + 4, keyCount)) }
    }
    return found.sorted { $0.precedes($1) }
  }

  private func find(_ key: Key) -> Int {
    var index = 0
    while keys[index].slot != key.slot { index += 1 }
    return index
  }

  /// The keys of everything that is pending, in their order.
  func all() -> [Key] {
    (0..<keyCount).map { keys[$0] }.filter { isAlive($0) }.sorted { $0.precedes($1) }
  }

  func ticket(of key: Key) -> Ticket {
    Ticket(slot: key.slot, generation: generation(Int(key.slot)).pointee, note: key.note)
  }

  // MARK: The heap

  @inline(__always) private func isAlive(_ key: Key) -> Bool { generation(Int(key.slot)).pointee & 1 == 1 }

  @inline(__always) private mutating func free(_ slot: UInt32) {
    UnsafeMutableRawPointer(slots + Int(slot)).storeBytes(of: firstFree, as: UInt32.self)
    firstFree = slot
  }

  @inline(__always) private mutating func dropFirstKey() {
    free(keys[0].slot)
    keyCount -= 1
    if keyCount > 0 { siftDown(from: 0, keys[keyCount]) }
  }

  private mutating func dropDeadFirstKeys() {
    while keyCount > 0, !isAlive(keys[0]) { dropFirstKey() }
  }

  /// Throws the keys without action out.
  private mutating func compact() {
    var kept = 0
    for index in 0..<keyCount {
      let key = keys[index]
      if isAlive(key) {
        keys[kept] = key
        kept += 1
      } else {
        free(key.slot)
      }
    }
    keyCount = kept
    guard kept > 1 else { return }
    for index in stride(from: (kept - 2) / 4, through: 0, by: -1) { siftDown(from: index, keys[index]) }
  }

  @inline(__always) private func siftUp(from start: Int, _ key: Key) {
    var index = start
    while index > 0 {
      let parent = (index - 1) >> 2
      if !key.precedes(keys[parent]) { break }
      keys[index] = keys[parent]
      index = parent
    }
    keys[index] = key
  }

  @inline(__always) private func siftDown(from start: Int, _ key: Key) {
    var index = start
    while true {
      var child = index << 2 + 1
      if child >= keyCount { break }
      let end = min(child + 4, keyCount)
      var best = child
      child += 1
      while child < end {
        if keys[child].precedes(keys[best]) { best = child }
        child += 1
      }
      if !keys[best].precedes(key) { break }
      keys[index] = keys[best]
      index = best
    }
    keys[index] = key
  }

  private mutating func growKeys() {
    let larger = UnsafeMutablePointer<Key>.allocate(capacity: keyCapacity * 2)
    larger.moveInitialize(from: keys, count: keyCount)
    keys.deallocate()
    keys = larger
    keyCapacity *= 2
  }

  /// Moves the slots bit by bit, whether they hold an action or the number of a free slot.
  private mutating func growSlots() {
    let capacity = slotCapacity * 2
    let larger = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    UnsafeMutableRawPointer(larger).copyMemory(from: slots, byteCount: slotCount * MemoryLayout<Slot>.stride)
    slots.deallocate()
    slots = larger
    slotCapacity = capacity
  }
}

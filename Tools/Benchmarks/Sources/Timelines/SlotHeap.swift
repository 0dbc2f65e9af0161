/// The least that a queue with cancelling must do: a 4-ary heap of keys that know their slot, and slots that know the
/// place of their key, so that any key can be taken out. Without lock or log.
final class SlotHeap {
  private struct Key {
    var due: Int64
    var sequence: Int
    var slot: Int

    @inline(__always) func precedes(_ other: Key) -> Bool {
      due != other.due ? due < other.due : sequence < other.sequence
    }
  }

  private struct Slot {
    var place: Int
    var action: Action?
  }

  private struct Action { let run: () -> Void }

  @exclusivity(unchecked) private var keys = UnsafeMutablePointer<Key>.allocate(capacity: 16)
  @exclusivity(unchecked) private var slots = UnsafeMutablePointer<Slot>.allocate(capacity: 16)
  @exclusivity(unchecked) private var capacity = 16
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var used = 0
  @exclusivity(unchecked) private var firstFree = -1

  deinit {
    slots.deinitialize(count: used)
    keys.deallocate()
    slots.deallocate()
  }

  /// Returns the slot, to cancel with.
  func add(due: Int64, sequence: Int, _ action: @escaping () -> Void) -> Int {
    if used == capacity { grow() }
    let slot: Int
    if firstFree >= 0 {
      slot = firstFree
      firstFree = slots[slot].place
      slots[slot].action = Action(run: action)
    } else {
      slot = used
      used += 1
      (slots + slot).initialize(to: Slot(place: 0, action: Action(run: action)))
    }
    count += 1
    siftUp(from: count - 1, Key(due: due, sequence: sequence, slot: slot))
    return slot
  }

  func cancel(_ slot: Int) {
    let place = slots[slot].place
    slots[slot].action = nil
    slots[slot].place = firstFree
    firstFree = slot
    count -= 1
    guard place < count else { return }
    let last = keys[count]
    if place > 0, last.precedes(keys[(place - 1) >> 2]) {
      siftUp(from: place, last)
    } else {
      siftDown(from: place, last)
    }
  }

  private func put(_ key: Key, at index: Int) {
    keys[index] = key
    slots[key.slot].place = index
  }

  private func siftUp(from start: Int, _ key: Key) {
    var index = start
    while index > 0 {
      let parent = (index - 1) >> 2
      if !key.precedes(keys[parent]) { break }
      put(keys[parent], at: index)
      index = parent
    }
    put(key, at: index)
  }

  private func siftDown(from start: Int, _ key: Key) {
    var index = start
    while true {
      let child = index << 2 + 1
      if child >= count { break }
      var best = child
      for other in child + 1..<max(child + 1, min(child + 4, count)) where keys[other].precedes(keys[best]) {
        best = other
      }
      if !keys[best].precedes(key) { break }
      put(keys[best], at: index)
      index = best
    }
    put(key, at: index)
  }

  private func grow() {
    let largerKeys = UnsafeMutablePointer<Key>.allocate(capacity: capacity * 2)
    largerKeys.moveInitialize(from: keys, count: count)
    keys.deallocate()
    keys = largerKeys
    let largerSlots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity * 2)
    largerSlots.moveInitialize(from: slots, count: used)
    slots.deallocate()
    slots = largerSlots
    capacity *= 2
  }
}

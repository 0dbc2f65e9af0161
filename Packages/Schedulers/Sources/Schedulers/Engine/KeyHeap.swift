/// The order of pending work: a 4-ary heap of 16-byte keys. The four children of a key share one cache line.
struct KeyHeap: ~Copyable {
  /// The position of a pending action in the order.
  struct Key {
    /// Nanoseconds since the timeline's beginning.
    var due: Int64
    /// The number of the action in the upper bits, its slot in the lower ones. Numbers differ, so they decide at one
    /// instant.
    private var rank: UInt64

    /// The number of bits of a slot: for 67 million pending actions, which take 2.7 GB. The others number 275 billion
    /// actions, a year of 8,000 a second.
    private static let slotBits: UInt64 = 26
    static let slots = 1 << Int(slotBits)

    @inline(__always) init(due: Int64, sequence: UInt64, slot: UInt32) {
      self.due = due
      rank = sequence << Self.slotBits | UInt64(slot)
    }

    /// The number of the action in scheduling order: the order at one instant.
    @inline(__always) var sequence: UInt64 { rank >> Self.slotBits }
    @inline(__always) var slot: UInt32 { UInt32(truncatingIfNeeded: rank & (1 << Self.slotBits - 1)) }

    /// Computed without branches, which would be unpredictable.
    @inline(__always) func precedes(_ other: Key) -> Bool {
      (due < other.due ? 1 : 0) | (due == other.due ? 1 : 0) & (rank < other.rank ? 1 : 0) != 0
    }
  }

  private var memory: UnsafeMutableRawPointer
  private var keys: UnsafeMutablePointer<Key>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 16
    (memory, keys) = Self.allocate(capacity)
  }

  deinit { memory.deallocate() }

  /// Starts three keys after a cache line, so that the first four children start one.
  private static func allocate(_ capacity: Int) -> (UnsafeMutableRawPointer, UnsafeMutablePointer<Key>) {
    let skipped = MemoryLayout<Key>.stride * 3
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: skipped + capacity * MemoryLayout<Key>.stride, alignment: 64)
    return (memory, (memory + skipped).bindMemory(to: Key.self, capacity: capacity))
  }

  @inline(__always) subscript(index: Int) -> Key { keys[index] }

  // MARK: Changing

  @inline(__always) mutating func add(_ key: Key) {
    if count == capacity { grow() }
    count += 1
    siftUp(from: count - 1, key)
  }

  /// Removes the first key. There must be one.
  @inline(__always) mutating func removeFirst() {
    count -= 1
    if count > 0 { fillFirst(with: keys[count]) }
  }

  /// Keeps the keys for which `isKept` is true. They are added again in the order of the heap, so that most stay at the
  /// end: O(n) on average.
  mutating func filter(_ isKept: (Key) -> Bool) {
    let all = exchange(&count, with: 0)
    for index in 0..<all where isKept(keys[index]) { add(keys[index]) }
  }

  // MARK: Looking

  /// Returns the keys that are due at `instant` or before, in no particular order. Visits about four times as many keys
  /// as it returns.
  func due(by instant: Int64) -> [Key] {
    guard count > 0 else { return [] }
    var found: [Key] = []
    var open = [0]
    while let index = open.popLast() {
      let key = keys[index]
      if key.due > instant { continue }
      found.append(key)
      let child = index * 4 + 1
      if child < count { open.append(contentsOf: child..<min(child + 4, count)) }
    }
    return found
  }

  /// Returns the index of the key of `slot`, which must exist. O(n) unless it is the first.
  @inline(__always) func index(ofSlot slot: UInt32) -> Int {
    var index = 0
    while keys[index].slot != slot { index += 1 }
    return index
  }

  // MARK: The heap

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

  /// Returns the first in order of the children, starting with `child`. There is at least one.
  @inline(__always) private func firstChild(from child: Int) -> Int {
    if child + 3 < count {
      // Chosen without branches, too.
      let left = keys[child + 1].precedes(keys[child]) ? child + 1 : child
      let right = keys[child + 3].precedes(keys[child + 2]) ? child + 3 : child + 2
      return keys[right].precedes(keys[left]) ? right : left
    }
    var best = child
    for other in child + 1..<max(child + 1, count) where keys[other].precedes(keys[best]) { best = other }
    return best
  }

  /// Replaces the key at `start` with `key`, which does not precede it.
  @inline(__always) func replace(at start: Int, with key: Key) {
    var index = start
    while true {
      let child = index << 2 + 1
      if child >= count { break }
      let best = firstChild(from: child)
      if !keys[best].precedes(key) { break }
      keys[index] = keys[best]
      index = best
    }
    keys[index] = key
  }

  /// Replaces the first key with one from the end, which belongs far down. It moves all the way down without comparing,
  /// and then up.
  @inline(__always) private func fillFirst(with key: Key) {
    var index = 0
    while true {
      let child = index << 2 + 1
      if child >= count { break }
      let best = firstChild(from: child)
      keys[index] = keys[best]
      index = best
    }
    siftUp(from: index, key)
  }

  private mutating func grow() {
    let (largerMemory, larger) = Self.allocate(capacity * 2)
    larger.moveInitialize(from: keys, count: count)
    memory.deallocate()
    memory = largerMemory
    keys = larger
    capacity *= 2
  }
}

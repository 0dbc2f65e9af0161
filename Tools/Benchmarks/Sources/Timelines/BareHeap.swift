/// The least that a queue of timed actions must do: a 4-ary heap of (time, sequence, closure) without lock or log. A
/// cancelled action stays in it until its due time. Timelines are measured against it.
final class BareHeap {
  struct Entry {
    var due: Int64
    var sequence: Int
    let action: () -> Void

    @inline(__always) func precedes(_ other: borrowing Entry) -> Bool {
      due != other.due ? due < other.due : sequence < other.sequence
    }
  }

  @exclusivity(unchecked) private var entries = UnsafeMutablePointer<Entry>.allocate(capacity: 16)
  @exclusivity(unchecked) private var capacity = 16
  @exclusivity(unchecked) private(set) var count = 0

  /// The sequence numbers of cancelled work that is still in the heap.
  @exclusivity(unchecked) private var dead: Set<Int> = []

  deinit {
    entries.deinitialize(count: count)
    entries.deallocate()
  }

  /// When the first is due that was not cancelled.
  var first: Int64? {
    while !dead.isEmpty, count > 0, dead.remove(entries[0].sequence) != nil { _ = takeFirst() }
    return count > 0 ? entries[0].due : nil
  }

  func cancel(sequence: Int) { dead.insert(sequence) }

  func add(due: Int64, sequence: Int, _ action: @escaping () -> Void) {
    if count == capacity { grow() }
    let entry = Entry(due: due, sequence: sequence, action: action)
    var index = count
    count += 1
    while index > 0 {
      let parent = (index - 1) >> 2
      if !entry.precedes(entries[parent]) { break }
      (entries + index).moveInitialize(from: entries + parent, count: 1)
      index = parent
    }
    (entries + index).initialize(to: entry)
  }

  /// Removes the work that is due first. The heap must not be empty.
  func takeFirst() -> Entry {
    let first = entries.move()
    count -= 1
    guard count > 0 else { return first }
    var index = 0
    while true {
      let child = index << 2 + 1
      if child >= count { break }
      var best = child
      for other in child + 1..<max(child + 1, min(child + 4, count)) where entries[other].precedes(entries[best]) {
        best = other
      }
      if !entries[best].precedes(entries[count]) { break }
      (entries + index).moveInitialize(from: entries + best, count: 1)
      index = best
    }
    (entries + index).moveInitialize(from: entries + count, count: 1)
    return first
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }
}

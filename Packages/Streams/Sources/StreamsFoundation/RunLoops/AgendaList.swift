import Foundation

/// The items of an ``Agenda``, in order. Removed items are returned, so that they are released outside the lock.
///
/// Appending and removing the first item are fast for a list of any length.
struct AgendaList {
  /// The items start at `head`. Before it, there is free room.
  private var items: [AgendaItem?] = []
  private var head = 0
  /// The number of items added so far.
  private(set) var count = 0
  /// The smallest tolerance of all items added since the list was empty.
  private(set) var tolerance: TimeInterval = 0

  var first: AgendaItem? { head < items.count ? items[head] : nil }

  mutating func add(_ item: AgendaItem, tolerance: TimeInterval) {
    self.tolerance = first == nil ? max(tolerance, 0) : min(self.tolerance, max(tolerance, 0))
    count += 1
    item.number = count
    insert(item)
  }

  /// Removes and returns the first item that is due at `now` and whose number is at most `last`.
  mutating func next(dueBy now: Date, notAfter last: Int) -> (AgendaItem, () -> Void)? {
    for index in head..<items.count {
      guard let item = items[index], item.date <= now, let work = item.work else { return nil }
      if item.number <= last {
        remove(at: index)
        return (item, work)
      }
    }
    return nil
  }

  /// Inserts a repeating item again after it has run, at the first step of its interval after `now`. Ends other items.
  mutating func done(_ item: AgendaItem, _ now: Date) -> (() -> Void)? {
    guard let interval = item.interval else { return drop(item) }
    if item.work == nil { return nil }
    let steps = (now.timeIntervalSince(item.date) / interval).rounded(.down) + 1
    item.date += steps * interval
    insert(item)
    return nil
  }

  /// Ends an item, whether it is on the list or running.
  mutating func drop(_ item: AgendaItem) -> (() -> Void)? {
    let index = place(of: item)
    if index < items.count, items[index] === item { remove(at: index) }
    defer { item.work = nil }
    return item.work
  }

  private mutating func insert(_ item: AgendaItem) {
    let index = place(of: item)
    if index == head, head > 0 {
      head -= 1
      items[head] = item
    } else {
      items.insert(item, at: index)
    }
  }

  private mutating func remove(at index: Int) {
    guard index == head else {
      items.remove(at: index)
      return
    }
    items[head] = nil
    head += 1
    if head * 2 >= items.count {
      items.removeFirst(head)
      head = 0
    }
  }

  /// The index of the first item that does not come before `item`.
  private func place(of item: AgendaItem) -> Int {
    var (low, high) = (head, items.count)
    while low < high {
      let middle = (low + high) / 2
      if let other = items[middle], other.comes(before: item) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

import Foundation
import StreamsDispatch

/// The items of an ``Agenda`` in their order. What it takes out it returns, so that it is released outside the lock.
///
/// Adding at the end and taking from the front cost little however long the list is.
struct AgendaList {
  /// From `head` on. Before that there is room.
  private var items: [AgendaItem?] = []
  private var head = 0
  /// How many have been added so far.
  private(set) var count = 0
  /// The smallest tolerance of all that have been added since the list was empty.
  private(set) var tolerance: TimeInterval = 0

  var first: AgendaItem? { head < items.count ? items[head] : nil }

  mutating func add(_ item: AgendaItem, tolerance: TimeInterval) {
    self.tolerance = first == nil ? max(tolerance, 0) : min(self.tolerance, max(tolerance, 0))
    count += 1
    item.number = count
    insert(item)
  }

  /// Takes out the first item that is due by `now` and was added as one of the first `last`.
  mutating func next(dueBy now: Date, notAfter last: Int) -> (AgendaItem, HandedOver)? {
    for index in head..<items.count {
      guard let item = items[index], item.date <= now, let work = item.work else { return nil }
      if item.number <= last {
        remove(at: index)
        return (item, work)
      }
    }
    return nil
  }

  /// Puts an item that has been done back for the next time after `now`, in steps of its interval, if it repeats.
  mutating func done(_ item: AgendaItem, _ now: Date) -> HandedOver? {
    guard let interval = item.interval else { return drop(item) }
    if item.work == nil { return nil }
    let steps = (now.timeIntervalSince(item.date) / interval).rounded(.down) + 1
    item.date += steps * interval
    insert(item)
    return nil
  }

  /// Ends an item, whether it is on the list or being done.
  mutating func drop(_ item: AgendaItem) -> HandedOver? {
    let index = place(of: item)
    if index < items.count, items[index] === item { remove(at: index) }
    defer { item.work = nil }
    return item.work
  }

  /// Moves all items by `step` seconds.
  func shift(by step: TimeInterval) { items[head...].forEach { $0?.date += step } }

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

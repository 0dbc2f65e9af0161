import Foundation
import StreamsDispatch

/// Something on an ``Agenda``. Its variables are guarded by the agenda's lock.
///
/// Sendable because of that lock.
final class AgendaItem: @unchecked Sendable {
  fileprivate(set) var date: Date
  fileprivate var number = 0
  fileprivate let interval: TimeInterval?
  /// Nil once it is done with.
  fileprivate var work: HandedOver?

  init(_ work: HandedOver, at date: Date, every interval: TimeInterval?) {
    self.work = work
    self.date = date
    self.interval = interval
  }
}

/// The items of an ``Agenda`` in their order. What it takes out it returns, so that it is released outside the lock.
struct AgendaList {
  private var items: [AgendaItem] = []
  /// How many have been added so far.
  private(set) var count = 0
  /// The smallest tolerance of all that have been added since the list was empty.
  private(set) var tolerance: TimeInterval = 0

  var first: AgendaItem? { items.first }

  mutating func add(_ item: AgendaItem, tolerance: TimeInterval) {
    self.tolerance = items.isEmpty ? max(tolerance, 0) : min(self.tolerance, max(tolerance, 0))
    count += 1
    item.number = count
    insert(item)
  }

  /// Takes out the first item that is due by `now` and was added as one of the first `last`.
  mutating func next(dueBy now: Date, notAfter last: Int) -> (AgendaItem, HandedOver)? {
    guard let index = items.firstIndex(where: { $0.number <= last || $0.date > now }) else { return nil }
    guard items[index].date <= now, let work = items[index].work else { return nil }
    return (items.remove(at: index), work)
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
    if index < items.count, items[index] === item { items.remove(at: index) }
    defer { item.work = nil }
    return item.work
  }

  /// Moves all items by `step` seconds.
  func shift(by step: TimeInterval) { items.forEach { $0.date += step } }

  private mutating func insert(_ item: AgendaItem) { items.insert(item, at: place(of: item)) }

  /// The index of the first item that does not come before `item`.
  private func place(of item: AgendaItem) -> Int {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      let other = items[middle]
      if (other.date, other.number) < (item.date, item.number) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

import Foundation
import StreamsCore

/// A scheduled action on an ``Agenda``. The agenda's lock guards its variables.
///
/// Sendable because of that lock.
final class AgendaItem: @unchecked Sendable {
  /// The date at which the action is next due.
  var date: Date
  /// The position among the items with the same date.
  var number = 0
  /// The number of seconds between two runs; nil if the action runs once.
  let interval: TimeInterval?
  /// The action; nil after the end.
  var work: HandedOver?

  init(_ work: HandedOver, at date: Date, every interval: TimeInterval?) {
    self.work = work
    self.date = date
    self.interval = interval
  }

  func comes(before other: AgendaItem) -> Bool { (date, number) < (other.date, other.number) }
}

/// Removes an item from its agenda.
struct ScheduledItem: Cancellable {
  private let agenda: Agenda
  private let item: AgendaItem

  init(_ agenda: Agenda, _ item: AgendaItem) {
    self.agenda = agenda
    self.item = item
  }

  func cancel() { agenda.remove(item) }
}

import Foundation
import StreamsCore

/// A scheduled action on an ``Agenda``. The agenda's lock guards its variables.
///
/// Sendable because of that lock.
final class AgendaItem: Cancellable, @unchecked Sendable {
  private weak let agenda: Agenda?
  /// The date at which the action is next due, by the agenda's clock.
  var date: Date
  /// The position among the items with the same date.
  var number = 0
  /// The number of seconds between two runs; nil if the action runs once.
  let interval: TimeInterval?
  /// The action; nil after the end.
  var work: (() -> Void)?

  init(_ agenda: Agenda, _ work: @escaping () -> Void, at date: Date, every interval: TimeInterval?) {
    self.agenda = agenda
    self.work = work
    self.date = date
    self.interval = interval
  }

  /// Removes the item from its agenda. Its action does not start again, and is released.
  func cancel() { agenda?.remove(self) }

  func comes(before other: AgendaItem) -> Bool { (date, number) < (other.date, other.number) }
}

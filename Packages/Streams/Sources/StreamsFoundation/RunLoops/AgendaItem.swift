import Foundation
import StreamsDispatch

/// Something on an ``Agenda``. Its variables are guarded by the agenda's lock.
///
/// Sendable because of that lock.
final class AgendaItem: @unchecked Sendable {
  /// When it is next due.
  var date: Date
  /// Its place among the items of one date.
  var number = 0
  /// The seconds from time to time; nil if it is done once.
  let interval: TimeInterval?
  /// Nil once it is done with.
  var work: HandedOver?

  init(_ work: HandedOver, at date: Date, every interval: TimeInterval?) {
    self.work = work
    self.date = date
    self.interval = interval
  }

  func comes(before other: AgendaItem) -> Bool { (date, number) < (other.date, other.number) }
}

import Foundation
import StreamsCore

extension RunLoop {
  /// Returns the loop's agenda for `mode`, always the same one while the loop exists.
  func agenda(in mode: RunLoop.Mode) -> Agenda {
    let key = Seat.Key(loop: ObjectIdentifier(self), mode: mode)
    var (gone, agenda): ([Seat], Agenda?) = ([], nil)
    agendasLock.withLock {
      if let seat = agendas[key], seat.loop === self {
        agenda = seat.agenda
        return
      }
      for (key, seat) in agendas where seat.loop == nil {
        gone.append(seat)
        agendas[key] = nil
      }
      let new = Agenda(self, mode)
      agendas[key] = Seat(loop: self, agenda: new)
      agenda = new
    }
    return withExtendedLifetime(gone) { agenda! }
  }
}

private struct Seat {
  struct Key: Hashable {
    let loop: ObjectIdentifier
    let mode: RunLoop.Mode
  }

  weak var loop: RunLoop?
  let agenda: Agenda
}

/// The agendas of all loops. Adding one removes those of deinitialised loops. Safe because they are accessed only under
/// the lock.
nonisolated(unsafe) private var agendas: [Seat.Key: Seat] = [:]
private let agendasLock = Lock()

import Foundation
import StreamsCore

extension RunLoop {
  /// The loop's agenda in `mode`, the same for as long as the loop lives.
  func agenda(in mode: RunLoop.Mode) -> Agenda {
    let key = Seat.Key(loop: ObjectIdentifier(self), mode: mode)
    var (gone, agenda): ([Seat], Agenda?) = ([], nil)
    agendas.withLock { seats in
      if let seat = seats[key], seat.loop === self {
        agenda = seat.agenda
        return
      }
      for (key, seat) in seats where seat.loop == nil {
        gone.append(seat)
        seats[key] = nil
      }
      let new = Agenda(self, mode)
      seats[key] = Seat(loop: self, agenda: new)
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

/// The agendas of all loops. A new one removes those of deinitialised loops. Safe because they are reached only
/// under the lock.
nonisolated(unsafe) private let agendas = Locked<[Seat.Key: Seat]>([:])

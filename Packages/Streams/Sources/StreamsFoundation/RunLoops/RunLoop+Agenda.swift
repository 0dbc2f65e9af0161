import Foundation
import StreamsCore

extension RunLoop {
  /// Returns the loop's agenda for `mode`, always the same one while the loop exists.
  func agenda(in mode: RunLoop.Mode) -> Agenda {
    let key = AgendaEntry.Key(loop: ObjectIdentifier(self), mode: mode)
    var (removed, agenda): ([AgendaEntry], Agenda?) = ([], nil)
    agendasLock.withLock {
      if let entry = agendas[key], entry.loop === self {
        agenda = entry.agenda
        return
      }
      for (key, entry) in agendas where entry.loop == nil {
        removed.append(entry)
        agendas[key] = nil
      }
      let new = Agenda(self, mode)
      agendas[key] = AgendaEntry(loop: self, agenda: new)
      agenda = new
    }
    return withExtendedLifetime(removed) { agenda! }
  }
}

private struct AgendaEntry {
  struct Key: Hashable {
    let loop: ObjectIdentifier
    let mode: RunLoop.Mode
  }

  weak var loop: RunLoop?
  let agenda: Agenda
}

/// The agendas of all loops. Adding one removes those of deinitialised loops. Safe because they are accessed only under
/// the lock.
nonisolated(unsafe) private var agendas: [AgendaEntry.Key: AgendaEntry] = [:]
private let agendasLock = Lock()

import Foundation
import StreamsCore

extension RunLoop {
  /// Returns the loop's agenda for `mode`, always the same one while the loop exists.
  func agenda(in mode: RunLoop.Mode) -> Agenda {
    // Released outside the lock, because a loop's deinit may run user code.
    var (removed, loops): ([Agenda], [RunLoop?]) = ([], [])
    let agenda = agendasLock.withLock {
      let key = ObjectIdentifier(self)
      if let known = agendas.first(where: { $0.key == key && $0.mode == mode && $0.loop != nil }) { return known }
      removed = agendas
      loops = removed.map(\.loop)
      agendas = agendas.filter { $0.loop != nil }
      let new = Agenda(self, mode)
      agendas.append(new)
      return new
    }
    return withExtendedLifetime((removed, loops)) { agenda }
  }
}

/// The agendas of all loops. Adding one removes those of deinitialised loops. Safe: accessed only under the lock.
nonisolated(unsafe) private var agendas: [Agenda] = []
private let agendasLock = Lock()

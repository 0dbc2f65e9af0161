/// How the state holds and removes actions.
extension TimelineState {
  /// Schedules an action with a note.
  @inline(__always) mutating func schedule(due: Int64, note: Note, _ action: @escaping () -> Void)
    -> PendingQueue.Ticket
  {
    let ticket = queue.add(due: due, note: note, action)
    if log != nil { logEvent(.scheduled, work: queue.nextSequence &- 1, due: due, notes.record(of: note)) }
    return ticket
  }

  @inline(__always) mutating func schedule(due: Int64, at place: SourcePlace, _ action: @escaping () -> Void)
    -> PendingQueue.Ticket
  {
    schedule(due: due, note: notes.note(for: place), action)
  }

  mutating func schedule(due: Int64, _ record: Record, _ action: @escaping () -> Void) -> PendingQueue.Ticket {
    let ticket = schedule(due: due, note: notes.note(for: record), action)
    count(record.kind, 1)
    return ticket
  }

  /// Returns the instant `delay` from now.
  @inline(__always) func due(after delay: Int64) -> Int64 { time.addingClamped(delay) }

  /// Removes an action and returns it, to be released outside the lock. Returns nil if the ticket is no longer valid.
  mutating func cancel(_ ticket: PendingQueue.Ticket) -> PendingQueue.Action? {
    guard queue.isPending(ticket) else { return nil }
    contacts &+= 1
    if log != nil { logEvent(.cancelled, queue.key(of: ticket)) }
    forget(queue.note(ticket.slot))
    return queue.cancel(ticket)
  }

  /// Removes the record of a note. Running work keeps its own.
  @inline(__always) mutating func forget(_ note: Note) {
    guard let index = note.recordIndex else { return }
    let record = notes.records[index]
    running.keep(record, of: note)
    for outer in outerWork.indices { outerWork[outer].keep(record, of: note) }
    count(record.kind, -1)
    notes.free(note)
  }

  private mutating func count(_ kind: Record.Kind, _ change: Int) {
    switch kind {
    case .action: break
    case .background: backgroundCount += change
    case .sleep: sleepers.count += change
    }
  }
}

import Streams

extension Timeline {
  /// Stands for scheduled work, to cancel it.
  ///
  /// Forgetting a token cancels nothing.
  public struct Token: Cancellable, Sendable {
    let timeline: Timeline
    let ticket: PendingQueue.Ticket

    /// Takes the work out and lets go of its closure. Without effect if it has run, or runs at this moment for the
    /// last time. O(1) on average.
    public func cancel() { timeline.cancel(ticket) }

    /// Whether the work still waits for its time.
    public var isPending: Bool { timeline.lock.withLock { timeline.queue.isPending(ticket) } }
  }

  /// Runs `action` once, `delay` from now.
  ///
  /// It runs when the timeline is advanced, not before, even if `delay` is zero or negative.
  ///
  /// - Parameters:
  ///   - delay: How long to wait, rounded to whole nanoseconds.
  ///   - action: What to do, on the thread that advances.
  /// - Returns: A token to cancel it with.
  @discardableResult
  public func schedule(
    in delay: Duration = .zero, fileID: StaticString = #fileID, line: UInt = #line, _ action: @escaping () -> Void
  ) -> Token {
    let delay = delay.wholeNanoseconds
    lock.lock()
    let note = notes.note(for: SourcePlace(fileID: fileID, line: line))
    let ticket = insert(due: time.addingClamped(delay), note: note, action)
    lock.unlock()
    return Token(timeline: self, ticket: ticket)
  }

  /// Runs `action` once, at `instant`, or at the next advance if that has passed.
  ///
  /// - Returns: A token to cancel it with.
  @discardableResult
  public func schedule(
    at instant: Instant, fileID: StaticString = #fileID, line: UInt = #line, _ action: @escaping () -> Void
  ) -> Token {
    lock.lock()
    let note = notes.note(for: SourcePlace(fileID: fileID, line: line))
    let ticket = insert(due: instant.nanoseconds, note: note, action)
    lock.unlock()
    return Token(timeline: self, ticket: ticket)
  }

  /// Runs `action` at `first` and from then on every `interval`, without drift, until the token is cancelled.
  ///
  /// At every instant it has the place of its first scheduling among what is due then. It ends by itself only at the
  /// end of time. An interval that is not above zero is reported as an issue if the action is not cancelled in its
  /// first run.
  ///
  /// - Parameters:
  ///   - first: When to run it first.
  ///   - interval: The time from one run to the next, above zero.
  ///   - name: What to call it in messages and in the log.
  ///   - background: True if `run()` shall not wait for it.
  /// - Returns: A token to cancel it with.
  public func schedule(
    at first: Instant, every interval: Duration, name: String? = nil, background: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line, _ action: @escaping () -> Void
  ) -> Token {
    let place = SourcePlace(fileID: fileID, line: line)
    let record = Record(
      kind: background ? .background : .action, interval: interval.wholeNanoseconds, name: name, place: place)
    return Token(timeline: self, ticket: scheduleRecord(due: first.nanoseconds, record, action))
  }

  /// Runs `action` once, `delay` from now, under a name, or without counting as pending.
  ///
  /// - Parameters:
  ///   - delay: How long to wait.
  ///   - name: What to call it in messages and in the log.
  ///   - background: True if `run()` shall not wait for it.
  /// - Returns: A token to cancel it with.
  @discardableResult
  public func schedule(
    in delay: Duration = .zero, name: String, background: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, _ action: @escaping () -> Void
  ) -> Token {
    let place = SourcePlace(fileID: fileID, line: line)
    let record = Record(kind: background ? .background : .action, name: name, place: place)
    let delay = delay.wholeNanoseconds
    return Token(timeline: self, ticket: scheduleRecord(after: delay, record, action))
  }
}

extension Timeline {
  /// For the schedulers that cannot say where they were called.
  @inline(__always) func scheduleBare(due: Int64, _ action: @escaping () -> Void) {
    lock.lock()
    _ = insert(due: due, note: .none, action)
    lock.unlock()
  }

  /// For the schedulers that cannot say where they were called.
  @inline(__always) func scheduleNow(_ action: @escaping () -> Void) {
    lock.lock()
    _ = insert(due: time, note: .none, action)
    lock.unlock()
  }

  func repetition(due: Int64, _ record: Record, _ action: @escaping () -> Void) -> Token {
    Token(timeline: self, ticket: scheduleRecord(due: due, record, action))
  }

  func scheduleRecord(due: Int64, _ record: Record, _ action: @escaping () -> Void) -> PendingQueue.Ticket {
    lock.lock()
    defer { lock.unlock() }
    return insert(due: due, record: record, action)
  }

  func scheduleRecord(after delay: Int64, _ record: Record, _ action: @escaping () -> Void) -> PendingQueue.Ticket {
    lock.lock()
    defer { lock.unlock() }
    return insert(due: time.addingClamped(delay), record: record, action)
  }

  /// Lock held.
  @inline(__always) func insert(due: Int64, note: Note, _ action: @escaping () -> Void) -> PendingQueue.Ticket {
    if !isDriven, queue.count == 0 { noteFirstWork() }
    let ticket = queue.add(due: due, note: note, action)
    if events != nil { logScheduled(ticket, due: due) }
    return ticket
  }

  /// Lock held.
  func insert(due: Int64, record: Record, _ action: @escaping () -> Void) -> PendingQueue.Ticket {
    let ticket = insert(due: due, note: notes.note(for: record), action)
    count(record.kind, 1)
    return ticket
  }

  func cancel(_ ticket: PendingQueue.Ticket) {
    lock.lock()
    let action = queue.cancel(ticket)
    if action != nil { noteCancelled(ticket) }
    lock.unlock()
    // The action goes here, outside the lock: what it holds may call back in when it goes.
    withExtendedLifetime(action) {}
  }

  /// What the note says is no longer needed. Lock held.
  @inline(__always) func forget(_ note: Note) {
    guard let index = note.recordIndex else { return }
    count(notes.records[index].kind, -1)
    notes.free(note)
  }

  /// Lock held.
  private func count(_ kind: Record.Kind, _ change: Int) {
    switch kind {
    case .action: break
    case .background: backgroundCount += change
    case .sleep:
      sleeperCount += change
      if change < 0 { endedSleeps &+= 1 }
    }
  }

  /// Lock held.
  @inline(__always) func noteCancelled(_ ticket: PendingQueue.Ticket) {
    contacts &+= 1
    if events != nil { logCancelled(ticket) }
    forget(queue.note(ticket.slot))
  }
}

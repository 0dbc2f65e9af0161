/// What a timeline knows: time, pending work, jobs of tasks, and which thread drives.
///
/// An event is a mutating function. It calls nothing of the user's, and releases nothing of the user's: it returns what is
/// to be run or released, and the timeline does so outside the lock. So all of it can be tested without threads.
struct TimelineState: ~Copyable {
  /// What the timeline is called in messages.
  let name: String

  // MARK: Time and work

  private(set) var time: Int64 = 0
  var queue = PendingQueue()
  var notes = Notes()
  /// Pending actions that do not count as pending.
  var backgroundCount = 0
  /// How many actions and jobs may still run before time moves, and how many may at each instant.
  var stepsLeft = Timeline.defaultLimit
  var stepLimit = Timeline.defaultLimit
  /// Issues for the advance to report at its end.
  var reports: [Report] = []

  // MARK: Order

  /// Chooses among what is due at one instant.
  var chooser: Chooser
  /// What has happened, if it is logged.
  var events: EventLog?
  /// Whether the order is that of scheduling and there is no log: the fast case.
  var isPlain: Bool

  // MARK: The driver

  /// The thread that runs actions now, and how deeply its advances are nested.
  var driver: ThreadID?
  var driverDepth = 0
  /// Whether this timeline was ever advanced or moved.
  var isDriven = false

  // MARK: Tasks

  var jobs = JobQueue()
  var sleepers = Sleepers()
  /// Counts cancellations, and what tasks do here: while it stays the same, no task has touched the timeline.
  var contacts: UInt64 = 0
  /// Whether an advance lets tasks run that are not the timeline's: not where orders are explored, which are all its own.
  var settlesOthers = true
  /// One advance by a task at a time, where the timeline does not run the task itself.
  var isTurnTaken = false
  var turnWaiters: [@Sendable () -> Void] = []

  init(name: String = "timeline", order: Timeline.Order = .fifo) {
    self.name = name
    chooser = Chooser(order)
    isPlain = chooser.isFIFO
  }

  /// Moves the clock, and starts to count the steps at the new instant.
  @inline(__always) mutating func move(to instant: Int64) {
    time = instant
    renewLimits()
  }

  // MARK: Scheduling

  /// Schedules an action of which nothing more is known than `note`.
  @inline(__always) mutating func schedule(due: Int64, note: Note, _ action: @escaping () -> Void)
    -> PendingQueue.Ticket
  {
    let ticket = queue.add(due: due, note: note, action)
    if events != nil { logScheduled(ticket, due: due) }
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

  /// The instant `delay` from now.
  @inline(__always) func due(after delay: Int64) -> Int64 { time.addingClamped(delay) }

  /// Takes an action out. Returns it, to be released outside the lock; nil if the ticket is no longer good.
  mutating func cancel(_ ticket: PendingQueue.Ticket) -> PendingQueue.Action? {
    guard let action = queue.cancel(ticket) else { return nil }
    contacts &+= 1
    if events != nil { logCancelled(ticket) }
    forget(queue.note(ticket.slot))
    return action
  }

  /// Drops what the note refers to.
  @inline(__always) mutating func forget(_ note: Note) {
    guard let index = note.recordIndex else { return }
    count(notes.records[index].kind, -1)
    notes.free(note)
  }

  private mutating func count(_ kind: Record.Kind, _ change: Int) {
    switch kind {
    case .action: break
    case .background: backgroundCount += change
    case .sleep: sleepers.change(by: change)
    }
  }
}

// MARK: Looking

extension TimelineState {
  /// What is known of something pending.
  func record(of key: PendingQueue.Key) -> Record { notes.record(of: queue.note(key.slot)) }

  /// Pending work but for background work.
  @inline(__always) var foregroundCount: Int { queue.count - backgroundCount }

  /// Everything pending, in order.
  var pending: [Timeline.PendingWork] {
    var pending: [Timeline.PendingWork] = []
    for key in queue.all() { pending.append(Timeline.PendingWork(key, record(of: key))) }
    return pending
  }

  /// Whether nothing has ever been advanced or moved, and no work is pending: the next is the first.
  @inline(__always) var awaitsFirstWork: Bool { !isDriven && queue.count == 0 }

  /// What waits here though it was never advanced, and where the first of it was scheduled; nil if nothing certain does.
  var forgotten: (pending: [Timeline.PendingWork], place: SourcePlace?)? {
    isDriven || !hasCertainWork ? nil : (pending, firstPlace(of: queue.all()))
  }

  /// Whether certain foreground work waits for an advance.
  ///
  /// Work that a pipeline scheduled without a way to cancel it does not count: `delay`, `throttle` and `receive(on:)` leave
  /// theirs behind when the pipeline is cancelled.
  var hasCertainWork: Bool {
    if !jobs.isEmpty, !jobs.areHosted { return true }
    for key in queue.all() {
      let note = queue.note(key.slot)
      if !note.isNone, notes.record(of: note).kind != .background { return true }
    }
    return false
  }

  /// The first place that is known of these.
  func firstPlace(of keys: [PendingQueue.Key]) -> SourcePlace? {
    for key in keys { if let place = record(of: key).place { return place } }
    return nil
  }
}

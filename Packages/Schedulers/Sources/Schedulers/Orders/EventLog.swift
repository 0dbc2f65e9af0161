extension Timeline {
  /// An event of a timeline, as logged.
  public struct Event: Sendable, Codable, Hashable, CustomStringConvertible {
    /// The kind of an event.
    public enum Kind: String, Sendable, Codable {
      /// Work was scheduled.
      case scheduled
      /// Work ran. Repeating work does so more than once.
      case ran
      /// Work was cancelled, or removed with a report, before it ran or ran again.
      case cancelled
    }

    /// The kind of the event.
    public let kind: Kind
    /// The time of the event, in nanoseconds since the timeline's beginning.
    public let time: Int64
    /// The time at which the work is due, in nanoseconds since the timeline's beginning.
    public let due: Int64
    /// The number of the work, which is its position in scheduling order, see ``PendingWork/sequence``.
    public let work: UInt64
    /// The name of the work, if it has one. The end of a task's sleep is called `sleep`. A turn of a task of the
    /// timeline is called `task`: it is scheduled when the task can continue, and runs until the task waits or ends.
    public let name: String?
    /// The place that scheduled the work, or started the task whose turn it is, if known.
    public let place: SourcePlace?
    /// The task whose turn or sleep it is, if known.
    public let task: TaskOrigin?
    /// The work that scheduled or cancelled this work: an action, or a turn of a task of the timeline. Nil if none was
    /// running, or if another thread did it.
    public let cause: UInt64?

    /// One line, for example `1.0 s ran #3 "poll" due 1.0 s (/App/PollTests.swift:7)`.
    ///
    /// The name is a Swift literal: quotes, backslashes, line breaks and control characters are escaped, as in
    /// `"two\nlines"`.
    public var description: String {
      var text = "\(Event.seconds(time)) \(kind.rawValue) #\(work)"
      if let name { text += " \(name.debugDescription)" }
      text += " due \(Event.seconds(due))"
      if let place { text += " (\(place))" }
      return text
    }

    private static func seconds(_ nanoseconds: Int64) -> String { "\(Double(nanoseconds) / 1_000_000_000) s" }
  }

  /// Whether events are logged. Off by default, because logging costs time and memory, unless the environment variable
  /// `STREAMS_FAILURE_PAGES` is set. Turning it off clears the log.
  public var isLogging: Bool {
    get { state.withLock { $0.log != nil } }
    set {
      state.withLock { if newValue != ($0.log != nil) { $0.setLogging(newValue) } }
    }
  }

  /// The events since ``isLogging`` was turned on, oldest first.
  public var log: [Event] { state.withLock { $0.log ?? [] } }
}

extension TimelineState {
  mutating func setLogging(_ isLogging: Bool) {
    log = isLogging ? [] : nil
    takesFirst = chooser.isFIFO && !isLogging
  }

  /// Called before the action of `key` is taken.
  mutating func logTaken(_ key: PendingQueue.Key) {
    let isRefused = record(of: key).isRefused
    logEvent(isRefused ? .cancelled : .ran, key)
    if !isRefused { running.logged = key.sequence }
  }

  mutating func logEvent(_ kind: Timeline.Event.Kind, _ key: PendingQueue.Key) {
    logEvent(kind, work: key.sequence, due: key.due, record(of: key))
  }

  /// Called when a task can continue. Returns the number of its turn, or nil without a log.
  mutating func logReady(_ job: ReadyJob) -> UInt64? {
    if log == nil { return nil }
    let work = queue.takeSequence()
    logEvent(.scheduled, work: work, due: time, job.record)
    return work
  }

  /// Called before a task continues.
  mutating func logTurn(_ job: ReadyJob) {
    let work = job.turn ?? queue.takeSequence()
    logEvent(.ran, work: work, due: time, job.record)
    running.logged = work
  }

  mutating func logEvent(_ kind: Timeline.Event.Kind, work: UInt64, due: Int64, _ record: Record) {
    let cause = driver == .current ? running.logged : nil
    log?.append(
      Timeline.Event(
        kind: kind, time: time, due: due, work: work, name: record.name ?? (record.kind == .sleep ? "sleep" : nil),
        place: record.place, task: record.task, cause: cause))
  }
}

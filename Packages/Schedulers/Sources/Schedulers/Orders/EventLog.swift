import Foundation

extension Timeline {
  /// Something that happened on a timeline.
  public struct Event: Sendable, Codable, Hashable, CustomStringConvertible {
    /// What happened.
    public enum Kind: String, Sendable, Codable {
      /// Something was scheduled.
      case scheduled
      /// Something ran; what repeats does so more than once.
      case ran
      /// Something was cancelled, or taken out with a report, before it ran or ran again.
      case cancelled
    }

    /// What happened.
    public let kind: Kind
    /// When, in nanoseconds since the timeline's beginning.
    public let time: Int64
    /// The instant for which it was scheduled, in nanoseconds since the timeline's beginning.
    public let due: Int64
    /// Which piece of work it happened to: counts everything ever scheduled.
    public let work: UInt64
    /// The name of the work, if it has one; `sleep` for the end of a task's sleep.
    public let name: String?
    /// The file and line that scheduled the work, if known.
    public let place: String?
    /// The work whose action did it: scheduled or cancelled this. Nil if none was running, or a task or another thread
    /// did it.
    public let cause: UInt64?

    /// One line, for example `1.0 s ran #3 "poll" due 1.0 s (Tests/PollTests.swift:7)`.
    ///
    /// The name is written as a Swift literal: quotes, backslashes, line breaks and control characters in it are escaped,
    /// as in `"two\nlines"`.
    public var description: String {
      var text = "\(Event.seconds(time)) \(kind.rawValue) #\(work)"
      if let name { text += " \(name.literal)" }
      text += " due \(Event.seconds(due))"
      if let place { text += " (\(place))" }
      return text
    }

    private static func seconds(_ nanoseconds: Int64) -> String { "\(Double(nanoseconds) / 1_000_000_000) s" }
  }

  /// Whether what happens is remembered from now on. Off at first, since it costs time and memory; turning it off
  /// forgets.
  public var isLogging: Bool {
    get { state.withLock { $0.events != nil } }
    set {
      state.withLock { if newValue != ($0.events != nil) { $0.setLogging(newValue) } }
    }
  }

  /// What has happened since ``isLogging`` was turned on, oldest first.
  public var log: [Event] { state.withLock { $0.events?.events ?? [] } }

  /// The log as text, one event a line: line breaks in names are escaped, see ``Event/description``.
  public var logText: String { log.map { "\($0)\n" }.joined() }

  /// The log as a JSON array of objects with the properties of ``Event``.
  public var logJSON: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(log) else { return "[]" }
    return String(decoding: data, as: UTF8.self)
  }
}

/// Events, and which work each slot of the queue holds, due when.
struct EventLog {
  var events: [Timeline.Event] = []
  var works: [UInt32: (work: UInt64, due: Int64)] = [:]
  /// The work whose action is running; nil while none is.
  var running: UInt64?
}

extension TimelineState {
  mutating func setLogging(_ isLogging: Bool) {
    events = isLogging ? EventLog() : nil
    isPlain = chooser.isFIFO && !isLogging
  }

  mutating func logScheduled(_ ticket: PendingQueue.Ticket, due: Int64) {
    let work = UInt64(queue.nextSequence) - 1
    events?.works[ticket.slot] = (work, due)
    logEvent(.scheduled, work: work, due: due, note: queue.note(ticket.slot))
  }

  /// Before the action of `key` is taken.
  mutating func logTaken(_ key: PendingQueue.Key) {
    let record = record(of: key)
    let kind: Timeline.Event.Kind = record.isRefused ? .cancelled : .ran
    logEvent(kind, work: UInt64(key.sequence), due: key.due, note: queue.note(key.slot))
    if kind == .ran { events?.running = UInt64(key.sequence) }
    if let interval = record.interval { events?.works[key.slot]?.due = key.due.addingClamped(max(0, interval)) }
  }

  mutating func logCancelled(_ ticket: PendingQueue.Ticket) {
    // What was scheduled before logging began has no number.
    guard let known = events?.works[ticket.slot] else { return }
    logEvent(.cancelled, work: known.work, due: known.due, note: queue.note(ticket.slot))
  }

  private mutating func logEvent(_ kind: Timeline.Event.Kind, work: UInt64, due: Int64, note: Note) {
    let record = notes.record(of: note)
    let cause = driver == .current ? events?.running : nil
    events?.events.append(
      Timeline.Event(
        kind: kind, time: time, due: due, work: work, name: record.name ?? (record.kind == .sleep ? "sleep" : nil),
        place: record.place?.description, cause: cause)
    )
  }
}

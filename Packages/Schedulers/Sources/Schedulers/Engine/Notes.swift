/// A reference to the details of an action: nothing, a record that actions with one source location share, or its own.
struct Note: Sendable {
  let bits: UInt32

  @inline(__always) static var none: Note { Note(bits: 0) }

  var isNone: Bool { bits == 0 }
  var isShared: Bool { bits & 1 == 1 }
  @inline(__always) var recordIndex: Int? { bits != 0 && !isShared ? Int(bits >> 1) - 1 : nil }
}

/// The details of an action that repeats, ends a sleep, has a name, or is background work.
struct Record: Sendable {
  enum Kind: Sendable { case action, sleep, background }

  var kind = Kind.action
  /// Nanoseconds between two runs; nil if it runs once.
  var interval: Int64?
  var name: String?
  var place: SourcePlace?
  /// The task that sleeps, if known.
  var task: Timeline.TaskOrigin?
  /// Whether each run may wake a plain task.
  var wakesTasks = false
  /// The number of runs so far.
  var runs = 0

  /// Whether it must not run again, because time could then never advance.
  var isRefused: Bool { interval.map { $0 <= 0 } ?? false && runs > 0 }
}

/// The table behind `Note`. A location takes one entry for any number of actions.
struct Notes {
  private var placeNotes: [SourcePlace: Note] = [:]
  private var lastPlace: (place: SourcePlace, note: Note)?
  private(set) var records: [Record] = []
  private var freeRecords: [Int] = []

  @inline(__always) mutating func note(for place: SourcePlace) -> Note {
    if let lastPlace, lastPlace.place.isSameLiteral(as: place) { return lastPlace.note }
    return findNote(for: place)
  }

  private mutating func findNote(for place: SourcePlace) -> Note {
    let note = placeNotes[place] ?? add(Record(place: place), isShared: true)
    placeNotes[place] = note
    lastPlace = (place, note)
    return note
  }

  mutating func note(for record: Record) -> Note {
    guard let index = freeRecords.popLast() else { return add(record, isShared: false) }
    records[index] = record
    return Note(bits: UInt32(truncatingIfNeeded: index + 1) << 1)
  }

  private mutating func add(_ record: Record, isShared: Bool) -> Note {
    records.append(record)
    return Note(bits: UInt32(truncatingIfNeeded: records.count) << 1 | (isShared ? 1 : 0))
  }

  mutating func free(_ note: Note) {
    guard let index = note.recordIndex else { return }
    records[index] = Record()
    freeRecords.append(index)
  }

  @inline(__always) mutating func countRun(_ index: Int) { records[index].runs += 1 }

  /// Returns the details as a record.
  func record(of note: Note) -> Record {
    note.isNone ? Record() : records[Int(note.bits >> 1) - 1]
  }
}

extension Record: CustomStringConvertible {
  /// For messages, for example `a timer "poll" of 1.0 seconds scheduled at /App/Poll.swift:7`.
  var description: String {
    var text =
      switch (kind, interval) {
      case (.sleep, _): "a sleep"
      case (.background, nil): "a background action"
      case (.background, _): "a background timer"
      case (.action, nil): "an action"
      case (.action, _): "a timer"
      }
    if let name { text += " \(name.debugDescription)" }
    if let interval { text += " of \(Duration.nanoseconds(interval))" }
    if let place { text += " \(kind == .sleep ? "begun" : "scheduled") at \(place)" }
    return text
  }

  func described(due: Int64) -> String { "\(self), due at \(Timeline.Instant(nanoseconds: due))" }
}

/// A reference to the details of an action: nothing, a source location, or a record.
struct Note: Sendable {
  let bits: UInt32

  @inline(__always) static var none: Note { Note(bits: 0) }
  @inline(__always) static func place(_ index: Int) -> Note { Note(bits: UInt32(truncatingIfNeeded: index) << 1 | 1) }
  @inline(__always) static func record(_ index: Int) -> Note {
    Note(bits: UInt32(truncatingIfNeeded: index + 1) << 1)
  }

  var isNone: Bool { bits == 0 }
  @inline(__always) var placeIndex: Int? { bits & 1 == 1 ? Int(bits >> 1) : nil }
  @inline(__always) var recordIndex: Int? { bits != 0 && bits & 1 == 0 ? Int(bits >> 1) - 1 : nil }
}

/// The details of an action that repeats, ends a sleep, has a name, or is background work.
struct Record {
  enum Kind { case action, sleep, background }

  var kind = Kind.action
  /// Nanoseconds between two runs; nil if it runs once.
  var interval: Int64?
  var name: String?
  var place: SourcePlace?
  /// Whether each run may wake a plain task.
  var wakesTasks = false
  /// The number of runs so far.
  var runs = 0

  /// Whether it must not run again, because time could then never advance.
  var isRefused: Bool { interval.map { $0 <= 0 } ?? false && runs > 0 }
}

/// The table behind `Note`. A location takes one entry for any number of actions.
struct Notes {
  private var places: [SourcePlace] = []
  private var placeNotes: [SourcePlace: Note] = [:]
  private var lastPlace: (place: SourcePlace, note: Note)?
  private(set) var records: [Record] = []
  private var freeRecords: [Int] = []

  @inline(__always) mutating func note(for place: SourcePlace) -> Note {
    if let lastPlace, lastPlace.place.isSameLiteral(as: place) { return lastPlace.note }
    return findNote(for: place)
  }

  private mutating func findNote(for place: SourcePlace) -> Note {
    let note: Note
    if let known = placeNotes[place] {
      note = known
    } else {
      note = .place(places.count)
      places.append(place)
      placeNotes[place] = note
    }
    lastPlace = (place, note)
    return note
  }

  mutating func note(for record: Record) -> Note {
    if let index = freeRecords.popLast() {
      records[index] = record
      return .record(index)
    }
    records.append(record)
    return .record(records.count - 1)
  }

  mutating func free(_ note: Note) {
    guard let index = note.recordIndex else { return }
    records[index] = Record()
    freeRecords.append(index)
  }

  @inline(__always) mutating func countRun(_ index: Int) { records[index].runs += 1 }

  /// Returns the details as a record.
  func record(of note: Note) -> Record {
    if let index = note.recordIndex { return records[index] }
    if let index = note.placeIndex { return Record(place: places[index]) }
    return Record()
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

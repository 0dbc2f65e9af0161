/// The action or job that the driving thread runs.
struct RunningWork {
  /// The note of the action.
  private(set) var note = Note.none
  /// Whether it is a job of a task.
  private(set) var isJob = false
  /// The number in the log; nil if it is not logged.
  var logged: UInt64?
  /// The details, if the record of the note has been removed.
  private var record = Record()
  private var isRemoved = false

  @inline(__always) mutating func begin(_ note: Note) {
    self.note = note
    (isJob, isRemoved, logged) = (false, false, nil)
  }

  mutating func beginJob() { (isJob, logged) = (true, nil) }

  /// Keeps a record that is removed, if it is that of the note.
  mutating func keep(_ record: Record, of note: Note) {
    if note.bits == self.note.bits, !isRemoved { (self.record, isRemoved) = (record, true) }
  }

  func record(in notes: Notes) -> Record { isRemoved ? record : notes.record(of: note) }
}

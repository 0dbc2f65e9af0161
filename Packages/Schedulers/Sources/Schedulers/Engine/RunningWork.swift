/// The action or job that the driving thread runs.
struct RunningWork {
  /// The note of the action.
  private(set) var note = Note.none
  /// The number in the log; nil if it is not logged.
  var logged: UInt64?
  /// The details of a job, or of an action whose record has been removed.
  private var record = Record()
  private var hasRecord = false

  @inline(__always) mutating func begin(_ note: Note) {
    self.note = note
    (hasRecord, logged) = (false, nil)
  }

  mutating func begin(_ job: ReadyJob) { (record, hasRecord, logged) = (job.record, true, nil) }

  /// Keeps a record that is removed, if it is that of the action.
  mutating func keep(_ record: Record, of note: Note) {
    if note.bits == self.note.bits, !hasRecord { (self.record, hasRecord) = (record, true) }
  }

  func record(in notes: Notes) -> Record { hasRecord ? record : notes.record(of: note) }

  /// The task whose job it is.
  var task: Timeline.TaskOrigin? { hasRecord && record.kind == .action ? record.task : nil }
}

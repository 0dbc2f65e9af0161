import IssueReporting

/// Reports an issue at `place`. If the location is unknown, the test library still names the test.
func reportIssue(_ message: String, at place: ReportPlace?) {
  let place = place ?? .unknown
  reportIssue(message, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
}

/// The location of an issue.
struct ReportPlace: Sendable {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt

  /// Used instead of a line of this library. It has the form that Swift Testing requires: module and file, lines
  /// counted from 1.
  static let unknown = ReportPlace(fileID: "Schedulers/<unknown>", filePath: "<unknown>", line: 1, column: 1)

  var source: SourcePlace { SourcePlace(fileID: fileID, line: line) }

  init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// Creates the location of a line that scheduled work, or returns nil if it is not known. The file's short name is
  /// also used as its path.
  init?(of place: SourcePlace?) {
    guard let place else { return nil }
    self.init(fileID: place.fileID, filePath: place.fileID, line: place.line, column: 1)
  }
}

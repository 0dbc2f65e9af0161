/// Reports an issue at `place`. Where no place is known, the test library still says which test it belongs to.
func reportIssue(_ message: String, at place: ReportPlace?) {
  let place = place ?? .unknown
  reportFailure(message, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
}

/// Where an issue is reported.
struct ReportPlace: Sendable {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt

  /// Better than a line of this library. In the form that Swift Testing requires: module and file, lines counted from 1.
  static let unknown = ReportPlace(fileID: "Schedulers/<unknown>", filePath: "<unknown>", line: 1, column: 1)

  var source: SourcePlace { SourcePlace(fileID: fileID, line: line) }

  init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The line that scheduled something; nil if it is not known. Only the file's short name is kept, for the path too.
  init?(of place: SourcePlace?) {
    guard let place else { return nil }
    self.init(fileID: place.fileID, filePath: place.fileID, line: place.line, column: 1)
  }
}

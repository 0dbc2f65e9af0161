import IssueReporting

/// Reports a temperature that is too high, at the caller's place.
public func check(
  _ degrees: Int, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  guard degrees > 90 else { return }
  reportIssue("too hot: \(degrees)", fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Reports at a place of its own.
public func shout() { reportIssue("fire\nat the second door") }

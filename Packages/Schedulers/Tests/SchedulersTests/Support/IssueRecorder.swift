import IssueReporting

/// Records reported issues.
struct IssueRecorder: IssueReporter {
  let seen: Log<String>

  func reportIssue(
    _ message: @autoclosure () -> String?, severity _: IssueSeverity, fileID _: StaticString,
    filePath _: StaticString, line _: UInt,
    column _: UInt
  ) {
    seen.add(message() ?? "")
  }
}

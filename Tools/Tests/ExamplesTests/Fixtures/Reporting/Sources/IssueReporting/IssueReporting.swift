// The part of the library of this name that examples use, so that the test needs no network.
public enum IssueSeverity: Sendable { case warning, error }

public protocol IssueReporter: Sendable {
  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt)
}

public enum IssueReporters {
  nonisolated(unsafe) public static var current: [any IssueReporter] = []
}

public func reportIssue(
  _ message: @autoclosure () -> String? = nil, severity: IssueSeverity = .error, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  for reporter in IssueReporters.current {
    reporter.reportIssue(
      message(), severity: severity, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

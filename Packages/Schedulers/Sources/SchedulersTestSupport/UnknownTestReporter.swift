import IssueReporting
import Schedulers
import Testing

/// Reports issues also where the test is not known, on a thread or in a detached task of a test of Swift Testing, or before
/// the first and after the last of a class of XCTest: the default reporter would tell XCTest, and nobody would hear of it.
struct UnknownTestReporter: IssueReporter {
  private let known: _DefaultReporter = .default

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt
  ) {
    if severity == .error, TestRuns.isAroundTests { keep(message() ?? "", "\(fileID)", Int(line)) }
    guard severity == .error, TestRuns.isTestUnknown else {
      return known.reportIssue(
        message(), severity: severity, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    record(message() ?? "", "\(fileID)", "\(filePath)", Int(line), Int(column))
  }

  func reportIssue(
    _ error: any Error, _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString, line: UInt,
    column: UInt
  ) {
    let text = "Caught error: \(error)\(message().map { ": \($0)" } ?? "")"
    if TestRuns.isAroundTests { keep(text, "\(fileID)", Int(line)) }
    guard TestRuns.isTestUnknown else {
      return known.reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    }
    record(text, "\(fileID)", "\(filePath)", Int(line), Int(column))
  }

  func expectIssue(
    _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    known.expectIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Of the run, and once more at the end of the process, since the run may just be over.
  private func record(_ text: String, _ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: max(line, 1), column: max(column, 1))
    Issue.record(Comment(rawValue: text), sourceLocation: place)
    keep(text, fileID, line)
  }

  private func keep(_ text: String, _ fileID: String, _ line: Int) {
    TestRuns.keepUnknown("\(fileID):\(line): error: \(text)")
  }
}

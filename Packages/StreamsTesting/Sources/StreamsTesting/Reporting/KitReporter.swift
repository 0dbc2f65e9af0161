import IssueReporting
import Testing

#if canImport(XCTest) && !canImport(Darwin)
  import XCTest
#endif

/// Reports the kit's issues instead of the default reporter.
///
/// On Linux, IssueReporting adds a paragraph about host applications to each failure in XCTest, because it searches
/// for stack frames that only Apple's XCTest has.
struct KitReporter: IssueReporter {
  let place: SourcePlace

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt
  ) {
    let message = message() ?? ""
    defer { place.recordOutsideOfTests(message) }
    #if canImport(XCTest) && !canImport(Darwin)
      if case .xcTest = TestContext.current { return XCTFail(message, file: filePath, line: line) }
    #endif
    _DefaultReporter.default.reportIssue(
      message, severity: severity, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension SourcePlace {
  /// Records an issue of code that runs outside a test's task: on a thread, a queue or in a detached task.
  ///
  /// There, IssueReporting finds no test and assumes XCTest, which drops the issue if Swift Testing runs the tests.
  /// In a run of XCTest, Swift Testing drops this one. Each issue is therefore reported once.
  func recordOutsideOfTests(_ message: String) {
    #if !canImport(Darwin)
      if Test.current == nil { Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation) }
    #endif
  }

  var sourceLocation: SourceLocation {
    SourceLocation(fileID: "\(reportedFileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }
}

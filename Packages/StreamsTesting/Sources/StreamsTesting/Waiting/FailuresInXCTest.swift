import IssueReporting

#if canImport(XCTest) && !canImport(Darwin)
  import XCTest

  /// Reports failures in XCTest with `XCTFail`, and all others like the default reporter.
  ///
  /// On Linux, IssueReporting adds a paragraph about host applications to each failure in XCTest, because it searches
  /// for stack frames that only Apple's XCTest has.
  private struct XCTestReporter: IssueReporter {
    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
      line: UInt, column: UInt
    ) {
      if case .xcTest = TestContext.current { return XCTFail(message() ?? "", file: filePath, line: line) }
      _DefaultReporter.default.reportIssue(
        message(), severity: severity, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
#endif

extension CallPlace {
  /// The reporters of the kit's issues.
  var reporters: [any IssueReporter] {
    #if canImport(XCTest) && !canImport(Darwin)
      IssueReporters.current.map { $0 is _DefaultReporter ? XCTestReporter() : $0 }
    #else
      IssueReporters.current
    #endif
  }
}

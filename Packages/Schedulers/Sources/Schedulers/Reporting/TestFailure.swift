import IssueReporting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reports an issue through IssueReporting: a failure of the running test, or a warning outside tests.
///
/// On Linux, that library adds a paragraph about host applications to each failure in XCTest, because it looks for
/// stack frames that only Apple's XCTest has. There, failures in XCTest are reported with `XCTFail` directly.
@_spi(Reporting) public func reportFailure(
  _ message: String, fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
) {
  #if canImport(Glibc) || canImport(Musl)
    let reporters = IssueReporters.current.map { $0 is _DefaultReporter ? XCTestReporter() : $0 }
    withIssueReporters(reporters) {
      reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  #else
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  #endif
}

#if canImport(Glibc) || canImport(Musl)
  /// The default reporter, except for failures in XCTest.
  private struct XCTestReporter: IssueReporter {
    private typealias Fail = @convention(thin) (String, StaticString, UInt) -> Void

    /// `XCTFail(_:file:line:)`, if XCTest is loaded. Looked up by its public name, because this target links no test
    /// library.
    private static let fail: Fail? = dlsym(
      dlopen(nil, RTLD_NOW), "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF"
    )
    .map { unsafeBitCast($0, to: Fail.self) }

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
      line: UInt, column: UInt
    ) {
      if case .xcTest = TestContext.current, let fail = Self.fail { return fail(message() ?? "", filePath, line) }
      _DefaultReporter.default.reportIssue(
        message(), severity: severity, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
#endif

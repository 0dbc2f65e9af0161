import Foundation
import IssueReporting
import Testing

#if canImport(XCTest) && !canImport(Darwin)
  import XCTest
#endif

/// The places of the kit's calls, at which its failures appear.
extension SourcePlace {
  @usableFromInline package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.init(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reports a failure here with its page, and returns the error to throw. A test that throws it has only one issue.
  func reported(_ failure: FailedExpectation, _ error: (_ message: String) -> any Error) -> any Error {
    if let cause = failure.timeline?.streams.unreadMarbles { return cause }
    let message = failure.message + FailurePages.note { failure.page(self) }
    return reported(message) ?? error(message)
  }

  /// Reports a failure here with its page. Only the first cause counts: nothing is reported if a marble string of the
  /// timeline could not be read.
  func report(_ failure: FailedExpectation) {
    if failure.timeline?.streams.unreadMarbles != nil { return }
    report(failure.message + FailurePages.note { failure.page(self) })
  }

  @usableFromInline package func report(_ message: String) {
    withIssueReporters(IssueReporters.current.map { $0 is _DefaultReporter ? KitReporter(place: self) : $0 }) {
      reportIssue(message, fileID: reportedFileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Reports an issue here. Returns the error to throw; nil if the test library has none for it.
  func reported(_ message: String) -> (any Error)? {
    if let failed = failedRequirement(message) { return failed }
    report(message)
    return nil
  }

  /// Reports an issue as a failed `#require` or `XCTUnwrap`, and returns the error that it throws. If the test also
  /// throws this error, the test library reports no second issue. Returns nil if none of them receives the issue.
  private func failedRequirement(_ message: String) -> (any Error)? {
    let current = IssueReporters.current
    guard current.count == 1, current[0] is _DefaultReporter else { return nil }
    do {
      try require(message)
      return nil
    } catch {
      return error
    }
  }

  private func require(_ message: String) throws {
    if Test.current != nil {
      let isFulfilled = false
      return try #require(isFulfilled, Comment(rawValue: message), sourceLocation: sourceLocation)
    }
    #if canImport(XCTest) && !canImport(Darwin)
      if case .xcTest = TestContext.current {
        recordOutsideOfTests(message)
        _ = try XCTUnwrap(ExpectedEvent?.none, message, file: filePath, line: line)
      }
    #endif
  }

  /// Records an issue of code that runs outside a test's task: on a thread, a queue or in a detached task.
  ///
  /// There, IssueReporting finds no test and assumes XCTest, which drops the issue if Swift Testing runs the tests.
  /// In a run of XCTest, Swift Testing drops this one. Each issue is therefore reported once.
  fileprivate func recordOutsideOfTests(_ message: String) {
    #if !canImport(Darwin)
      if Test.current == nil { Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation) }
    #endif
  }

  private var sourceLocation: SourceLocation {
    SourceLocation(fileID: "\(reportedFileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }

  /// A helper that forwards only `file` and `line` has its own `fileID` here.
  private var reportedFileID: StaticString { name(fileID) == name(filePath) ? fileID : filePath }

  private func name(_ path: StaticString) -> Substring { path.description.split(separator: "/").last ?? "" }
}

/// Reports the kit's issues instead of the default reporter.
///
/// On Linux, IssueReporting adds a paragraph about host applications to each failure in XCTest, because it searches
/// for stack frames that only Apple's XCTest has.
private struct KitReporter: IssueReporter {
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

#if canImport(XCTest) && !canImport(Darwin)
  /// The text of a failed `XCTUnwrap` names this type.
  private enum ExpectedEvent {}
#endif

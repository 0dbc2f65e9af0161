import Foundation
import IssueReporting
import Testing

#if canImport(XCTest) && !canImport(Darwin)
  import XCTest
#endif

/// A failed expectation: its message, and its page.
struct FailedExpectation {
  let message: String
  /// The error of a marble string that could not be read. It has been reported, so the failure is not.
  var cause: (any Error)?
  /// Draws its page, without the message and the place. Called only if a page is wanted. Without lanes, there is none.
  let page: () -> TimelinePage?
}

/// The places of the kit's calls, at which its failures appear.
extension SourcePlace {
  @usableFromInline package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.init(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The place without its folder, for narrow columns.
  var fileAndLine: String { "\(name(path)):\(line)" }

  /// Reports a failure here with its page, and returns the error to throw. A test that throws it has only one issue.
  func errorAfterReporting(_ failure: FailedExpectation, _ error: (_ message: String) -> any Error) -> any Error {
    if let cause = failure.cause { return cause }
    let message = failure.message + FailurePages.deliver(failure, at: self)
    return errorAfterReporting(message) ?? error(message)
  }

  /// Reports a failure here with its page.
  func report(_ failure: FailedExpectation) {
    if failure.cause == nil { report(failure.message + FailurePages.deliver(failure, at: self)) }
  }

  @usableFromInline package func report(_ message: String) {
    withIssueReporters(IssueReporters.current.map { $0 is _DefaultReporter ? KitReporter(place: self) : $0 }) {
      reportIssue(message, fileID: reportedFileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Reports an issue here, if possible as a failed `#require` or `XCTUnwrap`. Returns the error that it throws: if the
  /// test throws it, too, the test library reports no second issue. Otherwise returns nil.
  func errorAfterReporting(_ message: String) -> (any Error)? {
    let reporters = IssueReporters.current
    if reporters.count == 1, reporters[0] is _DefaultReporter {
      do { try require(message) } catch { return error }
    }
    report(message)
    return nil
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
  private var reportedFileID: StaticString { name(fileID.description) == name(path) ? fileID : filePath }

  private func name(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
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

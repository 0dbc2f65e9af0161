import IssueReporting
import Testing

#if canImport(XCTest) && !canImport(Darwin)
  import XCTest
#endif

extension SourcePlace {
  /// Reports an issue as a failed `#require` or `XCTUnwrap`, and returns the error that it throws. If the test also
  /// throws this error, the test library reports no second issue. Returns nil if none of them receives the issue.
  func failedRequirement(_ message: String) -> (any Error)? {
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
}

#if canImport(XCTest) && !canImport(Darwin)
  /// The text of a failed `XCTUnwrap` names this type.
  private enum ExpectedEvent {}
#endif

import Foundation
import IssueReporting

/// The places of the kit's calls, at which its failures appear.
extension SourcePlace {
  @usableFromInline package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.init(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reports a failure here with its page, and returns the error to throw. A test that throws it has only one issue.
  func reported(_ failure: FailedExpectation, _ error: (_ message: String) -> any Error) -> any Error {
    let message = failure.message + FailurePages.note { failure.page(at: self) }
    if let failed = failedRequirement(message) { return failed }
    report(message)
    return error(message)
  }

  /// Reports a failure here with its page. Only the first cause counts: nothing is reported if a marble string of the
  /// timeline could not be read.
  func report(_ failure: FailedExpectation) {
    if failure.timeline?.streams.hasUnreadMarbles == true { return }
    report(failure.message + FailurePages.note { failure.page(at: self) })
  }

  @usableFromInline package func report(_ message: String) {
    withIssueReporters(IssueReporters.current.map { $0 is _DefaultReporter ? KitReporter(place: self) : $0 }) {
      reportIssue(message, fileID: reportedFileID, filePath: filePath, line: line, column: column)
    }
  }

  /// A helper that forwards only `file` and `line` has its own `fileID` here.
  var reportedFileID: StaticString { name(fileID) == name(filePath) ? fileID : filePath }

  private func name(_ path: StaticString) -> Substring { path.description.split(separator: "/").last ?? "" }
}

/// Whether the calling code runs in a Swift task, where it must not block the thread.
func isInTask() -> Bool { withUnsafeCurrentTask { $0 != nil } }

extension SourcePlace {
  /// Returns the time limit of a wait: `timeout`, or ``WaitTimeout/duration``, scaled in real time. A negative limit is
  /// reported as an issue here and counts as zero.
  func limit(_ timeout: Duration?, isScaled: Bool) -> Duration {
    let limit = timeout ?? WaitTimeout.duration
    if limit >= .zero { return isScaled ? limit * WaitTimeout.scale : limit }
    report("The timeout must not be negative, but is \(limit).")
    return .zero
  }

  /// Returns a limit in seconds as a duration of at most about 292 years. "Not a number" is reported as an issue here and
  /// counts as zero.
  func limit(seconds: TimeInterval) -> Duration {
    if seconds.isNaN { report("The timeout is not a number.") }
    return seconds.isNaN ? .zero : .seconds(min(max(seconds, -9e9), 9e9))
  }
}

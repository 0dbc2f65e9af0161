import Foundation
import IssueReporting

/// Keeps the first issue, so that the test does not report it.
///
/// Sendable because `text` is guarded by `lock`.
final class CollectedReports: IssueReporter, @unchecked Sendable {
  private let lock = NSLock()
  private var text: String?

  var first: String? { lock.withLock { text } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt
  ) {
    guard severity == .error else { return }
    let text = "\(fileID):\(line): \(message() ?? "")"
    lock.withLock { self.text = self.text ?? text }
  }
}

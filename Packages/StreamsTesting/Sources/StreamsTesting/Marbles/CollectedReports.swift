import Foundation
import IssueReporting

/// Collects issues, so that the test does not report them.
///
/// Sendable because `texts` is guarded by `lock`.
final class CollectedReports: IssueReporter, @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt
  ) {
    guard severity == .error else { return }
    let text = "\(fileID):\(line): \(message() ?? "")"
    lock.withLock { texts.append(text) }
  }

  /// Returns why a property does not hold, from its result or error; nil if it holds.
  func failure(of result: Result<Bool, any Error>) -> MarbleFailure? {
    let issue = lock.withLock { texts.first }
    switch result {
    case .failure(let error): return MarbleFailure(reason: "it throws \(error)", issue: issue)
    case .success(true) where issue == nil: return nil
    case .success(let holds):
      return MarbleFailure(reason: holds ? "it reports an issue" : "it returns false", issue: issue)
    }
  }
}

import Foundation
import IssueReporting

/// Collects reported issues, with their lines.
///
/// Sendable because the issues are accessed only under the lock.
final class Issues: IssueReporter, @unchecked Sendable {
  private let lock = NSLock()
  private var found: [(text: String, line: UInt, place: String)] = []
  var all: [(text: String, line: UInt)] { lock.withLock { found }.map { ($0.text, $0.line) } }
  /// The file IDs.
  var places: [String] { lock.withLock { found }.map(\.place) }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt
  ) {
    let text = message() ?? ""
    lock.withLock { found.append((text, line, "\(fileID)")) }
  }
}

/// Runs `body` on a thread that belongs to no task and is not the main one.
func onPlainThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}

extension Issues {
  /// Runs `body` with this in place of the reporters of tests.
  @discardableResult
  func collect<R>(_ body: () throws -> R) rethrows -> R { try withIssueReporters([self], operation: body) }
}

import Foundation
import IssueReporting
import Synchronization

/// Collects what is reported, with the lines.
final class Issues: IssueReporter {
  private let found = Mutex<[(text: String, line: UInt)]>([])
  var all: [(text: String, line: UInt)] { found.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt
  ) {
    let text = message() ?? ""
    found.withLock { $0.append((text, line)) }
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

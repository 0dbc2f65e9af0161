/// Why a wait for a publisher brought no result. It holds what was received, so nothing is lost.
///
/// Sendable, as errors must be, although `Output` may not be: it is thrown to the one who waited, in whose domain the
/// publisher was made. Do not send it elsewhere with values that cannot be sent.
public enum WaitError<Output>: Error, CustomStringConvertible, @unchecked Sendable {
  /// The publisher had not completed when the time was up.
  case neverCompleted(received: [Output], timeout: Duration)
  /// The publisher completed without the value that was waited for.
  case noOutput
  /// The publisher completed, but not with exactly one value, or with exactly one that fits.
  case notSingle(received: [Output])
  /// The publisher failed with an error, after it had sent `received`. It is not reported as an issue, so it says where
  /// was waited: a file and a line.
  case failed(any Error, received: [Output], at: String)
  /// The wait would have blocked a thread of Swift's concurrency pool; nothing was waited for.
  case wouldBlockTask

  /// What the publisher had sent.
  public var received: [Output] {
    switch self {
    case .neverCompleted(let received, _), .notSingle(let received), .failed(_, let received, _): received
    case .noOutput, .wouldBlockTask: []
    }
  }

  public var description: String {
    switch self {
    case .neverCompleted(let received, let timeout):
      "The publisher never completed: in \(timeout) it sent \(list(received))."
    case .noOutput: "The publisher completed without a value."
    case .notSingle(let received): "The publisher should have sent exactly one value, it sent \(list(received))."
    case .failed(let error, let received, let place):
      "The publisher failed with \(error), after it sent \(list(received)), at \(place)."
    case .wouldBlockTask:
      """
      A blocking wait was called from a task: it would hold a thread of the pool that others need. \
      Call the form with 'await' instead.
      """
    }
  }

  private func list(_ values: [Output]) -> String { values.isEmpty ? "nothing" : "\(values)" }
}

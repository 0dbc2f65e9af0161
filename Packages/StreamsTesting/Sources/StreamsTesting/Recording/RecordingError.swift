/// A failed expectation on a recorded stream, with all values received.
///
/// A failed expectation is also reported as an issue, at the line of the call. In a Swift Testing test, it then throws
/// the error of `#require`, `ExpectationFailedError`, instead of this one, so that the test has only one issue for it.
/// In XCTest, a `RecordingError` that the test throws is a second failure. If the expectation failed because the stream
/// failed, the error is only thrown.
///
/// Errors must be Sendable, but `Output` may not be. The error is thrown to the code that records, which also created
/// the stream. Do not send it elsewhere if `Output` is not Sendable.
public struct RecordingError<Output>: Error, CustomStringConvertible, @unchecked Sendable {
  /// The expectation, what arrived instead, and the events so far.
  public let description: String
  /// The values received.
  public let received: [Output]
  /// The stream's failure, if it is the reason.
  public let failure: (any Error)?
}

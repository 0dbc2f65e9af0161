/// A failed expectation on a recorded stream, with all values received.
///
/// A failed expectation is also reported as an issue, at the line of the call. In a Swift Testing test, it then throws
/// the error of `#require` instead of this one, and in XCTest on Linux that of `XCTUnwrap`, so that a test that throws
/// it has only one issue. On Linux, detached tasks, queues and threads also receive the error of `XCTUnwrap`. On
/// Apple's platforms, a `RecordingError` thrown by an XCTest test is a second failure. If the expectation failed
/// because the stream failed, the error is only thrown.
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

/// A failed expectation on a recorded stream, with all values received.
///
/// An expectation that is not met is also reported as an issue, at the line of the call. So that the test has one issue
/// for it, in Swift Testing the error that ends the test is then the one that `#require` throws, `ExpectationFailedError`.
/// In XCTest, a `RecordingError` that the test throws is a second failure. If the reason is that the stream failed, the
/// error is thrown and not reported.
///
/// Sendable, as errors must be, although `Output` may not be: it is thrown to the code that records, in whose domain
/// the stream was made. Do not send it elsewhere with values that cannot be sent.
public struct RecordingError<Output>: Error, CustomStringConvertible, @unchecked Sendable {
  /// The expectation, what arrived instead, and the events so far.
  public let description: String
  /// The values received.
  public let received: [Output]
  /// The stream's failure, if it is the reason.
  public let failure: (any Error)?
}

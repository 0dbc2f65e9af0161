/// A failed expectation on a recorded stream, with all values received.
///
/// If the stream's failure is the reason, the expectation throws this error, and reports no issue. Otherwise, and
/// always for `mostRecent()`, it first reports an issue at the line of the call. What it throws then makes no second
/// issue if the test throws it, too:
///
/// | Where the code runs | What is thrown |
/// | --- | --- |
/// | a test of Swift Testing | the error of `#require` |
/// | a test of XCTest on Linux, or a detached task, a queue or a thread there | the error of `XCTUnwrap` |
/// | a test of XCTest on Apple's platforms | this error, which is a second failure if the test throws it |
/// | a program | this error |
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

/// An expectation of a recorded stream that failed. It holds all values that came.
///
/// Sendable, as errors must be, although `Output` may not be: it is thrown to the code that records, in whose domain
/// the stream was made. Do not send it elsewhere with values that cannot be sent.
public struct RecordingError<Output>: Error, CustomStringConvertible, @unchecked Sendable {
  /// What was expected, what came instead, and the stream so far.
  public let description: String
  /// The values that had come.
  public let received: [Output]
  /// The failure of the stream, if that is why.
  public let failure: (any Error)?
}
